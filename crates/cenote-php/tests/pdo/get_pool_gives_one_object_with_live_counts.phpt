--TEST--
SPEC 16.6: getPool() gives the same object at each call, and its counts are live
--FILE--
<?php
require __DIR__ . '/helpers.inc';
$pdo = pool(2, database());
$pool = $pdo->getPool();
say('the same', $pool === $pdo->getPool(), $pool instanceof Countable);
$other = pool(1, database());
say('also if nobody holds it', WeakReference::create($other->getPool())->get() === $other->getPool());
say('before', count($pool), $pool->idleCount(), $pool->activeCount());
$statement = $pdo->query('SELECT 1');
say('in use', count($pool), $pool->idleCount(), $pool->activeCount());
unset($statement);
say('given back', count($pool), $pool->idleCount(), $pool->activeCount());
$stats = $pool->stats();
say('stats', $stats['max'], $stats['min'], $stats['created'], $stats['destroyed'], $stats['state'], $stats['closed']);
foreach (['resets', 'rollbacks', 'broken', 'cacheHits', 'cacheMisses', 'uncacheable'] as $name) {
    say($name, is_int($stats[$name]));
}
echo "done\n";
--EXPECTF--
the same: true | true
also if nobody holds it: true
before: 0 | 0 | 0
in use: 1 | 0 | 1
given back: 1 | 1 | 0
stats: 2 | 0 | 1 | 0 | %s | false
resets: true
rollbacks: true
broken: true
cacheHits: true
cacheMisses: true
uncacheable: true
done

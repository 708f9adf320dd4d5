--TEST--
SPEC 16.7: acquire, tryAcquire, release and close of the pool object throw PoolException and change nothing
--FILE--
<?php
require __DIR__ . '/helpers.inc';
$pdo = pool(2, database());
value($pdo, 'SELECT 1');
$pool = $pdo->getPool();
foreach ([
    'acquire' => fn() => $pool->acquire(),
    'acquire with a timeout' => fn() => $pool->acquire(10),
    'tryAcquire' => fn() => $pool->tryAcquire(),
    'release' => fn() => $pool->release($pdo),
    'close' => fn() => $pool->close(),
] as $name => $call) {
    say($name, get_class(thrown($call)));
}
say('closed', $pool->isClosed());
say('usage', usage($pdo), value($pdo, 'SELECT 5'));
echo "done\n";
--EXPECT--
acquire: Async\PoolException
acquire with a timeout: Async\PoolException
tryAcquire: Async\PoolException
release: Async\PoolException
close: Async\PoolException
closed: false
usage: 1 idle, 0 active | 5
done

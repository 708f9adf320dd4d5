--TEST--
SPEC 29.2: dropping the PDO closes its pool and idle connections; a kept pool object reports closed with counts 0
--FILE--
<?php
require __DIR__ . '/helpers.inc';
$file = database();
$pdo = pool(4, $file, [PDO::ATTR_POOL_MIN => 3, PDO::ATTR_POOL_HEALTHCHECK_INTERVAL => 60, PDO::ATTR_POOL_IDLE_TIMEOUT => 60]);
value($pdo, 'SELECT 1');
$pool = $pdo->getPool();
say('before', $pool->isClosed(), $pool->count(), opened($file));
$pdo = null;
say('after', $pool->isClosed(), $pool->count(), $pool->idleCount(), $pool->activeCount(), opened($file));
say('breaker', get_debug_type($pool->getState()), get_class(thrown(fn() => $pool->acquire())));
$replaced = pool(2, $file);
$first = $replaced->getPool();
$replaced = pool(2, $file);
say('a variable that gets another object', $first->isClosed(), $replaced->getPool()->isClosed(), $first === $replaced->getPool());
echo "done\n";
--EXPECT--
before: false | 3 | 3
after: true | 0 | 0 | 0 | 0
breaker: Async\CircuitBreakerState | Async\PoolException
a variable that gets another object: true | false | false
done

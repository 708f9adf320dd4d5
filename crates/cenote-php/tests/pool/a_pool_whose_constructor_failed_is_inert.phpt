--TEST--
SPEC 3.6, 34.23: methods of an unfinished pool throw, its counts are 0, and it counts as closed
--FILE--
<?php
use Async\Pool;
use Async\PoolException;

require __DIR__ . '/helpers.inc';

try {
    new Pool(function () use (&$pool) {
        $pool = pool_under_construction();
        throw new RuntimeException('refused');
    }, min: 1);
} catch (RuntimeException $e) {
    line($e);
}

throws(fn () => $pool->acquire());
throws(fn () => $pool->acquire(10));
throws(fn () => $pool->tryAcquire());
throws(fn () => $pool->release(5));
throws(fn () => $pool->activate());
throws(fn () => $pool->deactivate());
throws(fn () => $pool->recover());
throws(fn () => $pool->getState());
throws(fn () => $pool->setCircuitBreakerStrategy(null));
throws(fn () => $pool->setCircuitBreakerStrategy(new Strategy()));
counts($pool);
line(count($pool), $pool->isClosed());
$pool->close();
$pool->close();
line($pool->isClosed());
try {
    $pool->stats();
} catch (PoolException) {
}
var_dump($pool instanceof Pool);

finish();
--EXPECT--
RuntimeException: refused
Async\PoolException: pool is not initialised
Async\PoolException: pool is not initialised
Async\PoolException: pool is not initialised
Async\PoolException: pool is not initialised
Async\PoolException: pool is not initialised
Async\PoolException: pool is not initialised
Async\PoolException: pool is not initialised
Async\PoolException: pool is not initialised
Async\PoolException: pool is not initialised
Async\PoolException: pool is not initialised
total=0 idle=0 active=0
0 true
true
bool(true)
done

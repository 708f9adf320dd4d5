--TEST--
SPEC 5.10: with maxWaiters callers parked the next is refused with the state report, until one leaves
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$pool = (new Probe())->pool(max: 1, maxWaiters: 2);
$held = $pool->acquire();
$first = worker('first', fn () => $pool->acquire());
worker('second', fn () => $pool->acquire());
settle();
$e = throws(fn () => $pool->acquire());
line($e::class);
throws(fn () => $pool->acquire(60_000));
line($pool->tryAcquire());

$first->cancel();
settle();
worker('third', function () use ($pool) {
    $r = $pool->acquire();
    $pool->release($r);

    return $r;
});
worker('fourth', fn () => $pool->acquire());
settle();
$pool->release($held);
settle();
counts($pool);
$pool->close();
settle();

finish();
--EXPECTF--
make r1
Async\PoolException: %smax=1 active=1 idle=0 creating=0 waiting=%d breaker=ACTIVE longest hold=%d ms
Async\PoolException
Async\PoolException: %smax=1 active=1 idle=0 creating=0 waiting=%d breaker=ACTIVE longest hold=%d ms
null
first: Async\AsyncCancellation
fourth: Async\PoolException: %s
second: r1
total=1 idle=0 active=1
third: Async\PoolException: Pool is closed
done

--TEST--
SPEC 6.3: a coroutine that runs before the granted waiter does, takes nothing from it
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$pool = (new Probe())->pool(max: 1);
$r = $pool->acquire();
worker('waiter', fn () => $pool->acquire());
settle();

// Queued before the waiter is woken, hence run before it.
worker('newcomer', function () use ($pool) {
    line('newcomer tries:', $pool->tryAcquire());

    return $pool->acquire();
});
$pool->release($r);
stats($pool, 'idle', 'granted');
settle();
stats($pool, 'waiting', 'granted');
$pool->close();
settle();

finish();
--EXPECT--
make r1
idle=1 granted=1
newcomer tries: null
waiter: r1
waiting=1 granted=0
newcomer: Async\PoolException: Pool is closed
done

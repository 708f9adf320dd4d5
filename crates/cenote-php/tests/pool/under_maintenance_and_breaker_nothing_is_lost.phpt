--TEST--
SPEC 11.1, 13.7, 34.2, 34.4, 34.27, 34.32: with rounds, limits, timeouts and the breaker at work, each resource is destroyed once, and each wait ends once
--FILE--
<?php
use Async\AsyncCancellation;
use Async\PoolException;
use Async\ServiceUnavailableException;
use function Async\delay;
use function Async\spawn;
use function Async\suspend;

require __DIR__ . '/helpers.inc';

mt_srand(20);
$slow = fn () => match (mt_rand(0, 5)) {
    0 => suspend(),
    1 => delay(1),
    default => null,
};
$probe = new Probe(quiet: true);
$pool = $probe->pool(
    factory: function () use ($probe, $slow) {
        $slow();

        return $probe->made === 0 || mt_rand(0, 9) ? $probe->make() : throw new RuntimeException('refused');
    },
    destructor: function ($r) use ($probe, $slow) {
        $probe->destroy($r);
        $slow();
    },
    healthcheck: function () use ($slow) {
        $slow();

        return mt_rand(0, 9) > 0;
    },
    beforeAcquire: function () use ($slow) {
        $slow();

        return mt_rand(0, 9) > 0;
    },
    beforeRelease: function () use ($slow) {
        $slow();

        return mt_rand(0, 9) > 0;
    },
    min: 1,
    max: 4,
    healthcheckInterval: 1,
    maxLifetime: 30,
    idleTimeout: 10,
    maxWaiters: 40,
    recoveryLimit: 2,
);
$started = $ended = $wrong = 0;
$work = function () use ($pool, $slow, &$ended) {
    try {
        $r = mt_rand(0, 4) ? $pool->acquire(mt_rand(1, 20)) : $pool->tryAcquire();
        try {
            $slow();
        } finally {
            $r && $pool->release($r);
        }
    } catch (AsyncCancellation|PoolException|ServiceUnavailableException|RuntimeException) {
    } finally {
        $ended++;
    }
};
$live = [];
for ($step = 0; $step < 1_500; $step++) {
    $live[] = spawn($work);
    $started++;
    if (mt_rand(0, 4) === 0) {
        $live[mt_rand(0, count($live) - 1)]->cancel();
    }
    match (mt_rand(0, 60)) {
        0 => $pool->deactivate(),
        1, 2 => $pool->recover(),
        3, 4, 5 => $pool->activate(),
        default => null,
    };
    mt_rand(0, 3) === 0 && $slow();
    $s = $pool->stats();
    $wrong += (int) ($s['total'] > 4)
        + (int) ($s['total'] !== $s['idle'] + $s['active'] + $s['creating'])
        + (int) (count($pool) !== $s['total'])
        + (int) ($s['waiting'] - $s['granted'] > 40);
}
$pool->activate();
// A cancellation that comes before the coroutine starts means that it never runs.
until(function () use (&$live) {
    return array_filter($live, fn ($c) => !$c->isCompleted()) === [];
}, 'all workers');
line('wrong', $wrong, 'some ended:', $ended > $started / 2);
$pool->close();
until(fn () => count($pool) === 0, 'the last checks');
stats($pool, 'waiting', 'granted', 'creating', 'active', 'idle');
$s = $pool->stats();
line($s['created'] === $probe->made, $s['destroyed'] === $probe->made);
line(count($probe->destroyed) === $probe->made, count(array_unique($probe->destroyed)) === $probe->made);

finish();
--EXPECT--
wrong 0 some ended: true
waiting=0 granted=0 creating=0 active=0 idle=0
true true
true true
done

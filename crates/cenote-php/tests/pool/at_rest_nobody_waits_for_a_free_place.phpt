--TEST--
SPEC 6.9, 11.1, 34.2, 34.4, 34.32: random use never leaves a waiter beside a free place, and counts and lives add up
--FILE--
<?php
use Async\AsyncCancellation;
use function Async\spawn;
use function Async\suspend;

require __DIR__ . '/helpers.inc';

mt_srand(4711);
$flaky = function (int $oneIn, mixed $bad) {
    mt_rand(0, 2) === 0 && suspend();

    return mt_rand(1, $oneIn) === 1 ? $bad() : null;
};
$fail = fn () => throw new RuntimeException('flaky');
$probe = new Probe(quiet: true);
$pool = $probe->pool(
    factory: function () use ($probe, $flaky, $fail) {
        $flaky(4, $fail);

        return $probe->make();
    },
    destructor: function ($r) use ($probe, $flaky) {
        $probe->destroy($r);
        $flaky(4, fn () => null);
    },
    beforeAcquire: fn () => $flaky(4, fn () => false),
    beforeRelease: fn () => $flaky(4, $fail),
    max: 3,
);
$held = $coroutines = [];
$wrong = 0;
$check = function () use ($pool, $probe, &$wrong) {
    $s = $pool->stats();
    $free = $s['max'] - $s['active'] - $s['creating'] - $s['granted'];
    $wrong += (int) ($s['waiting'] > $s['granted'] && $free !== 0)
        + (int) ($s['granted'] > 0)
        + (int) ($s['total'] > $s['max'])
        + (int) ($s['total'] !== $s['idle'] + $s['active'] + $s['creating'])
        + (int) (count($pool) !== $pool->idleCount() + $pool->activeCount())
        + (int) ($s['created'] - $s['destroyed'] !== $s['total'] - $s['creating'])
        + (int) ($probe->made !== $s['created'] || count($probe->destroyed) !== $s['destroyed']);
};
for ($step = 0; $step < 3000; $step++) {
    switch (mt_rand(0, 5)) {
        case 0:
        case 1:
            $coroutines[] = spawn(function () use ($pool, &$held) {
                try {
                    $held[] = $pool->acquire();
                } catch (RuntimeException|AsyncCancellation) {
                }
            });
            break;
        case 2:
        case 3:
            if ($held) {
                $pool->release(array_splice($held, mt_rand(0, count($held) - 1), 1)[0]);
            }
            break;
        case 4:
            if ($coroutines) {
                array_splice($coroutines, mt_rand(0, count($coroutines) - 1), 1)[0]->cancel();
            }
            break;
        case 5:
            try {
                ($r = $pool->tryAcquire()) && $held[] = $r;
            } catch (RuntimeException) {
            }
    }
    if (mt_rand(0, 2) === 0) {
        settle(60);
        $check();
    }
}
line('wrong', $wrong);

array_map(fn ($c) => $c->cancel(), $coroutines);
settle(60);
array_map($pool->release(...), $held);
$pool->close();
settle(60);
counts($pool);
stats($pool, 'waiting', 'granted');
line(count($probe->destroyed) === $probe->made, count(array_unique($probe->destroyed)) === $probe->made);

finish();
--EXPECT--
wrong 0
total=0 idle=0 active=0
waiting=0 granted=0
true true
done

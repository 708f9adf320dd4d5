--TEST--
SPEC 14.4, 34.3: in RECOVERING a failed creation, a rejection or a cancellation frees what it took of the limit
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$fail = true;
$probe = new Probe();
$gate = new Gate();
$pool = $probe->pool(
    factory: function () use ($probe, &$fail) {
        return $fail ? throw new RuntimeException('refused') : $probe->make();
    },
    beforeAcquire: fn () => $gate->wait(),
    beforeRelease: fn ($r) => $r->id !== 1,
    max: 3,
);
$pool->recover();
throws(fn () => $pool->acquire());
$fail = false;
$pool->release($pool->acquire());
$r = $pool->acquire();
$pool->release($r);
$user = worker('cancelled in hook', fn () => $pool->acquire());
settle();
line($pool->tryAcquire());
$user->cancel();
settle();
line($pool->acquire(), $pool->tryAcquire());

finish();
--EXPECT--
RuntimeException: refused
make r1
destroy r1
make r2
null
destroy r2
cancelled in hook: Async\AsyncCancellation
make r3
r3 null
done

--TEST--
SPEC 11.4: stats() counts timeouts, creations, destructions, failures, rejections
--FILE--
<?php
use function Async\spawn;

require __DIR__ . '/helpers.inc';

$fail = false;
$reject = false;
$probe = new Probe(quiet: true);
$pool = $probe->pool(
    factory: function () use ($probe, &$fail) {
        return $fail ? throw new RuntimeException('refused') : $probe->make();
    },
    beforeAcquire: function () use (&$reject) {
        return !$reject;
    },
    beforeRelease: function () use (&$reject) {
        return !$reject;
    },
    min: 1,
    max: 2,
);
$names = ['max', 'min', 'total', 'active', 'idle', 'creating', 'granted'];
$sums = ['timeouts', 'created', 'destroyed', 'createFailures', 'rejected', 'expired'];
stats($pool, ...$names);
stats($pool, ...$sums);

$a = $pool->acquire();
$fail = true;
throws(fn () => $pool->acquire());
$fail = false;
$b = $pool->tryAcquire();
spawn(fn () => $pool->acquire());
settle();
throws(fn () => $pool->acquire(1));
stats($pool, ...$names);
$pool->release($a);
stats($pool, ...$names);
settle();
$reject = true;
$pool->release($b);
$reject = false;
$pool->release($a);
$reject = true;
$c = $pool->acquire();
$pool->close();
$pool->release($c);
stats($pool, ...$names);
stats($pool, ...$sums);
line($pool->stats()['closed']);

finish();
--EXPECTF--
max=2 min=1 total=1 active=0 idle=1 creating=0 granted=0
timeouts=0 created=1 destroyed=0 createFailures=0 rejected=0 expired=0
RuntimeException: refused
Async\TimeoutException: %s
max=2 min=1 total=2 active=2 idle=0 creating=0 granted=0
max=2 min=1 total=2 active=1 idle=1 creating=0 granted=1
max=2 min=1 total=0 active=0 idle=0 creating=0 granted=0
timeouts=1 created=3 destroyed=3 createFailures=1 rejected=3 expired=0
true
done

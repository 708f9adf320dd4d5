--TEST--
SPEC 13.2, 34.26: a suspended check lets others run and its pool be used; no second check starts meanwhile
--FILE--
<?php
use function Async\delay;

require __DIR__ . '/helpers.inc';

$gate = new Gate();
$started = 0;
$pool = (new Probe())->pool(healthcheck: function ($r) use ($gate, &$started) {
    $started++;
    $gate->wait();
}, min: 3, max: 3, healthcheckInterval: 1);
until(function () use (&$started) {
    return $started === 1;
}, 'the first check');
delay(30);
line('started', $started);
counts($pool);
$a = $pool->acquire();
$b = $pool->tryAcquire();
line('in use:', $a !== null && $b !== null && $a !== $b, $pool->tryAcquire());
$pool->release($a);
$pool->release($b);
$gate->open();
until(function () use (&$started) {
    return $started > 6;
}, 'further rounds');
$pool->close();
settle();

finish();
--EXPECTF--
make r1
make r2
make r3
started 1
total=3 idle=2 active=1
in use: true null
destroy r%d
destroy r%d
destroy r%d
done

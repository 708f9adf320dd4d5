--TEST--
SPEC 11.5: slots() tells since when a resource is out or idle, and with cenote.leak_threshold_ms set who took it where
--INI--
cenote.leak_threshold_ms=1
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$pool = (new Probe(quiet: true))->pool(max: 2);
$gate = new Gate();
$holder = Async\spawn(function () use ($pool, $gate): void {
    $resource = $pool->acquire();
    $gate->wait();
    $pool->release($resource);
});
$taken = __LINE__ - 4;
settle();
Async\delay(60);
[$slot] = $pool->slots();
line(array_keys($slot));
line($slot['slot'], $slot['state'], $slot['ms'] >= 40 && $slot['ms'] < 60_000);
line($slot['coroutine'] === $holder->getId(), $slot['takenAt'] === __FILE__ . ":$taken");

$gate->open();
Async\await($holder);
[$slot] = $pool->slots();
line($slot['state'], is_float($slot['ms']), $slot['coroutine'], $slot['takenAt']);

ini_set('cenote.leak_threshold_ms', '0');
$mine = $pool->acquire();
[$slot] = $pool->slots();
line($slot['state'], $slot['coroutine'], $slot['takenAt']);

finish();
--EXPECT--
[slot, state, ms, coroutine, takenAt]
0 active true
true true
idle true null null
active null null
done

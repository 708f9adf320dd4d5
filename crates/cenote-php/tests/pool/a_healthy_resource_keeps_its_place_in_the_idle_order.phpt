--TEST--
SPEC 13.3: after a check a healthy resource is back at its old position
--FILE--
<?php
use function Async\suspend;

require __DIR__ . '/helpers.inc';

// Not so long that the next round begins.
[$pool, $checked] = in_time(250, function (Closure $begins) {
    $gate = new Gate();
    $checked = 0;
    $pool = (new Probe(quiet: true))->pool(healthcheck: function (Res $r) use ($gate, &$checked, $begins) {
        $checked++ === 0 && $begins();
        $gate->wait();
    }, max: 4, healthcheckInterval: 300);
    [$a, $b, $c, $d] = [$pool->acquire(), $pool->acquire(), $pool->acquire(), $pool->acquire()];
    array_map($pool->release(...), [$b, $a, $d, $c]);
    until(function () use (&$checked) {
        return $checked === 1;
    }, 'the first check');
    $gate->open();
    while ($checked < 4) {
        suspend();
    }
    suspend();

    return [$pool, $checked];
});
line('checked', $checked);
line($pool->acquire(), $pool->acquire(), $pool->acquire(), $pool->acquire());
$pool->close();

finish();
--EXPECT--
checked 4
r2 r1 r4 r3
done

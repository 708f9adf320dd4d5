--TEST--
SPEC 13.3: what is released during a round is not checked in that round
--FILE--
<?php
use function Async\suspend;

require __DIR__ . '/helpers.inc';

// The rest of the round, and nothing of the next.
[$pool, $log] = in_time(400, function (Closure $begins) {
    $gate = new Gate();
    $log = [];
    $pool = (new Probe(quiet: true))->pool(healthcheck: function (Res $r) use ($gate, &$log, $begins) {
        $log === [] && $begins();
        $log[] = $r->id;
        $gate->wait();
    }, max: 3, healthcheckInterval: 500);
    [$a, $b, $c] = [$pool->acquire(), $pool->acquire(), $pool->acquire()];
    $pool->release($a);
    $pool->release($b);
    until(function () use (&$log) {
        return $log !== [];
    }, 'the first check');
    $pool->release($c);
    $gate->open();
    while (count($log) < 2) {
        suspend();
    }
    settle(3);

    return [$pool, $log];
});
sort($log);
line($log);
$pool->close();

finish();
--EXPECT--
[1, 2]
done

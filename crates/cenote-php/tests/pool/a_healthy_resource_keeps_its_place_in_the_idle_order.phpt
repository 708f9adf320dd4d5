--TEST--
SPEC 13.3: after a check a healthy resource is back at its old position, in whatever order the checks of a round end
--FILE--
<?php
require __DIR__ . '/helpers.inc';

foreach ([[1, 2, 3, 4], [4, 3, 2, 1], [3, 1, 4, 2]] as $ends) {
    $gates = [];
    $pool = (new Probe(quiet: true))->pool(healthcheck: function (Res $r) use (&$gates) {
        if (!isset($gates[$r->id])) {
            $gates[$r->id] = new Gate();
            $gates[$r->id]->wait();
        }
    }, healthcheckInterval: 1);
    [$a, $b, $c, $d] = [$pool->acquire(), $pool->acquire(), $pool->acquire(), $pool->acquire()];
    array_map($pool->release(...), [$b, $a, $d, $c]);
    until(function () use (&$gates) {
        return count($gates) === 4;
    }, 'the checks');
    foreach ($ends as $id) {
        $gates[$id]->open();
        settle();
    }
    until(fn () => $pool->idleCount() === 4, 'the end of the round');
    line('ended', $ends, 'order', $pool->acquire(), $pool->acquire(), $pool->acquire(), $pool->acquire());
    $pool->close();
}

finish();
--EXPECT--
ended [1, 2, 3, 4] order r2 r1 r4 r3
ended [4, 3, 2, 1] order r2 r1 r4 r3
ended [3, 1, 4, 2] order r2 r1 r4 r3
done

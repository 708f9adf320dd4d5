--TEST--
SPEC 12.6, 13.7, 15.1, 34.10: a pool whose last reference goes during a suspended check is closed at once; the checked resource is destroyed at the end of its check
--FILE--
<?php
use Async\Pool;
use function Async\suspend;

require __DIR__ . '/helpers.inc';

foreach (['counted', 'in a cycle'] as $how) {
    line($how);
    $gate = new Gate();
    $probe = new Probe();
    $checking = false;
    $cycle = new stdClass();
    $pool = $probe->pool(healthcheck: function () use ($how, $gate, &$checking, $cycle) {
        $checking = true;
        $gate->wait();
        gc_collect_cycles();
        suspend();
        $how === 'counted' && line('checked');
    }, min: 3, max: 3, healthcheckInterval: 1);
    if ($how === 'in a cycle') {
        $cycle->pool = $pool;
    }
    unset($cycle);
    until(function () use (&$checking) {
        return $checking;
    }, 'the check');
    unset($pool);
    gc_collect_cycles();
    line('dropped');
    $gate->open();
    // What a running round can reach is not garbage: a cycle is collected between two rounds.
    until(function () use ($probe) {
        gc_collect_cycles();

        return count($probe->destroyed) === 3;
    }, 'the destruction of all');
}

finish();
--EXPECT--
counted
make r1
make r2
make r3
destroy r2
destroy r3
dropped
checked
destroy r1
in a cycle
make r1
make r2
make r3
dropped
destroy r1
destroy r2
destroy r3
done

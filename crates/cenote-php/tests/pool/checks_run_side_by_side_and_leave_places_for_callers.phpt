--TEST--
SPEC 13.2, 13.3, 13.6: checks of a round run side by side, half of the free places at most; one that gets no answer holds up no other, and min waits for the dead to be gone
--FILE--
<?php
use function Async\{delay, suspend};

require __DIR__ . '/helpers.inc';

foreach ([[6, 6], [6, 12], [5, 5], [1, 1]] as [$min, $max]) {
    $gate = new Gate();
    $running = 0;
    $pool = (new Probe(quiet: true))->pool(healthcheck: function () use ($gate, &$running) {
        $running++;
        $gate->wait();
    }, min: $min, max: $max, healthcheckInterval: 1);
    until(function () use (&$running) {
        return $running > 0;
    }, 'the first check');
    settle();
    delay(5);
    line("$min of $max idle, in a check", $running);
    $pool->close();
    $gate->open();
    settle();
}

// The first one checked gets no answer until the others are dead and replaced; it holds the end of the round up.
$probe = new Probe(quiet: true);
$gate = new Gate();
$checked = 0;
$pool = $probe->pool(healthcheck: function (Res $r) use (&$checked, $gate) {
    if ($r->id > 4) {
        return true;
    }
    $checked++;
    if ($r->id === 1) {
        $gate->wait();
    }
    return false;
}, destructor: function (Res $r) use ($probe) {
    suspend();
    $probe->destroy($r);
}, min: 4, max: 4, healthcheckInterval: 1);
until(function () use ($probe) {
    return count($probe->destroyed) === 3;
}, 'the destruction of the others');
line('checked', $checked, 'destroyed', $probe->destroyed, 'made', $probe->made);
counts($pool);
$gate->open();
until(fn () => $pool->idleCount() === 4, 'min');
line('destroyed', $probe->destroyed, 'made', $probe->made, 'unhealthy', $pool->stats()['unhealthy']);
$pool->close();

finish();
--EXPECT--
6 of 6 idle, in a check 3
6 of 12 idle, in a check 6
5 of 5 idle, in a check 2
1 of 1 idle, in a check 1
checked 4 destroyed [2, 3, 4] made 4
total=1 idle=0 active=1
destroyed [2, 3, 4, 1] made 8 unhealthy 4
done

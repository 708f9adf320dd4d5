--TEST--
SPEC 13.7, 34.32, 36.2: a resource whose check ends after close, with whatever result, is destroyed once and not stored
--FILE--
<?php
require __DIR__ . '/helpers.inc';

foreach (['healthy' => null, 'dead' => false] as $how => $answer) {
    $gate = new Gate();
    $checks = 0;
    $probe = new Probe(quiet: true);
    $pool = $probe->pool(healthcheck: function () use ($gate, &$checks, $answer) {
        $checks++;
        $gate->wait();

        return $answer;
    }, min: 2, max: 2, healthcheckInterval: 1);
    until(function () use (&$checks) {
        return $checks === 1;
    }, 'the check');
    $pool->close();
    line($how);
    counts($pool);
    $gate->open();
    settle();
    counts($pool);
    sort($probe->destroyed);
    line('checked', $checks, 'destroyed', $probe->destroyed);
}

finish();
--EXPECT--
healthy
total=1 idle=0 active=1
total=0 idle=0 active=0
checked 1 destroyed [1, 2]
dead
total=1 idle=0 active=1
total=0 idle=0 active=0
checked 1 destroyed [1, 2]
done

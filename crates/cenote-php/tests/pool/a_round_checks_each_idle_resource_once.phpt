--TEST--
SPEC 13.3: each round checks every resource idle at its start once
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$log = [];
$pool = (new Probe(quiet: true))->pool(healthcheck: function (Res $r) use (&$log) {
    $log[] = func_num_args() === 1 ? $r->id : 'wrong arguments';
}, min: 3, healthcheckInterval: 1);
until(function () use (&$log) {
    return count($log) >= 9;
}, 'three rounds');
$pool->close();
foreach (array_chunk(array_slice($log, 0, 9), 3) as $round) {
    sort($round);
    line($round);
}

finish();
--EXPECT--
[1, 2, 3]
[1, 2, 3]
[1, 2, 3]
done

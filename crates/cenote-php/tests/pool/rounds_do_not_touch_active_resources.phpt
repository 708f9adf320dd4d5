--TEST--
SPEC 13.4: resources that are out are not checked
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$log = [];
$pool = (new Probe(quiet: true))->pool(healthcheck: function (Res $r) use (&$log) {
    $log[] = $r->id;

    return $r->id !== 1;
}, min: 2, healthcheckInterval: 1);
$r = $pool->acquire();
until(function () use (&$log) {
    return count($log) >= 3;
}, 'three rounds');
line($r, array_unique($log));
counts($pool);
$pool->close();

finish();
--EXPECT--
r1 [2]
total=2 idle=1 active=1
done

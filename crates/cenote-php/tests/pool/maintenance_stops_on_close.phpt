--TEST--
SPEC 13.10, 12.1: after close there is no check, creation or expiry
--FILE--
<?php
use function Async\delay;

require __DIR__ . '/helpers.inc';

$log = [];
$probe = new Probe(quiet: true);
$pool = $probe->pool(healthcheck: function () use (&$log) {
    $log[] = 'check';
}, beforeRelease: fn () => true, min: 2, healthcheckInterval: 1, maxLifetime: 400, idleTimeout: 400);
$r = $pool->acquire();
$pool->close();
$log = [];
delay(600);
line($log, 'made', $probe->made, 'destroyed', count($probe->destroyed));
counts($pool);

finish();
--EXPECT--
[] made 2 destroyed 1
total=1 idle=0 active=1
done

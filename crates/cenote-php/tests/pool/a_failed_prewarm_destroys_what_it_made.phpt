--TEST--
SPEC 4.3: what prewarm made before a failure is destroyed once each, and no timer stays armed
--FILE--
<?php
use function Async\delay;

require __DIR__ . '/helpers.inc';

$probe = new Probe();
throws(fn () => $probe->pool(
    factory: fn () => $probe->made === 2 ? throw new RuntimeException('refused') : $probe->make(),
    healthcheck: fn ($r) => line("check $r"),
    min: 5,
    healthcheckInterval: 1,
    idleTimeout: 1,
));
delay(20);
line('made', $probe->made, 'destroyed', count($probe->destroyed), count(array_unique($probe->destroyed)));

finish();
--EXPECTF--
make r1
make r2
destroy r%d
destroy r%d
RuntimeException: refused
made 2 destroyed 2 2
done

--TEST--
SPEC 12.6: when the last reference to the Pool goes, its idle resources are destroyed, rounds or not
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$plain = (new Probe())->pool(min: 1);
unset($plain);
line('plain pool gone');

$timed = (new Probe())->pool(
    healthcheck: fn () => true,
    min: 1,
    healthcheckInterval: 60_000,
    maxLifetime: 60_000,
    idleTimeout: 60_000,
);
$weak = WeakReference::create($timed);
unset($timed);
line('pool with timers gone', $weak->get());

finish();
--EXPECT--
make r1
destroy r1
plain pool gone
make r1
destroy r1
pool with timers gone null
done

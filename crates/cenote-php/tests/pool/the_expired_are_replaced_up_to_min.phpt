--TEST--
SPEC 13.8, 13.6: with rounds on, expired resources are replaced up to min
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$probe = new Probe(quiet: true);
$pool = $probe->pool(min: 2, healthcheckInterval: 5, maxLifetime: 40);
until(fn () => $probe->made >= 4 && count($probe->destroyed) >= 2, 'expiry and replacement');
until(fn () => $pool->idleCount() === 2, 'min');
sort($probe->destroyed);
line(array_slice($probe->destroyed, 0, 2));
$pool->close();

finish();
--EXPECT--
[1, 2]
done

--TEST--
SPEC 13.6: in state INACTIVE a round does not call the factory; after activate it does
--FILE--
<?php
use function Async\delay;

require __DIR__ . '/helpers.inc';

$probe = new Probe(quiet: true);
$pool = $probe->pool(beforeRelease: fn () => false, min: 1, healthcheckInterval: 1);
$r = $pool->acquire();
$pool->deactivate();
$pool->release($r);
delay(30);
line('made', $probe->made);
$pool->activate();
until(fn () => $pool->idleCount() === 1, 'the replacement');
line('made', $probe->made);
$pool->close();
delay(30);
line('made', $probe->made);

finish();
--EXPECT--
made 1
made 2
made 2
done

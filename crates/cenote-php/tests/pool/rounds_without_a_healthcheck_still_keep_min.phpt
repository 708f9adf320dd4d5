--TEST--
SPEC 13.1, 13.6: with an interval but no healthcheck callable the other steps of a round are done
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$probe = new Probe(quiet: true);
$pool = $probe->pool(beforeRelease: fn ($r) => $r->id !== 1, min: 2, healthcheckInterval: 1);
$pool->release($pool->acquire());
line(count($pool));
until(fn () => $pool->idleCount() === 2, 'a replacement');
line('made', $probe->made, 'destroyed', $probe->destroyed);
$pool->close();

finish();
--EXPECT--
1
made 3 destroyed [1]
done

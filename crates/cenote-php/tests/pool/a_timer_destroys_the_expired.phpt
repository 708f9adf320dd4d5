--TEST--
SPEC 13.8: without rounds, a background timer destroys idle resources past their age, and not those in use
--FILE--
<?php
use function Async\delay;

require __DIR__ . '/helpers.inc';

$probe = new Probe();
$pool = $probe->pool(maxLifetime: 30);
$held = $pool->acquire();
$pool->release($pool->acquire());
until(fn () => $probe->destroyed === [2], 'the expiry');
delay(60);
line('destroyed', $probe->destroyed, 'made', $probe->made);
counts($pool);
$pool->release($held);
counts($pool);

finish();
--EXPECT--
make r1
make r2
destroy r2
destroyed [2] made 2
total=1 idle=0 active=1
destroy r1
total=0 idle=0 active=0
done

--TEST--
SPEC 13.9: a resource that is used again and again does not time out
--FILE--
<?php
use function Async\delay;

require __DIR__ . '/helpers.inc';

$probe = new Probe(quiet: true);
$pool = $probe->pool(idleTimeout: 1_000);
for ($end = hrtime(true) + 1_500_000_000; hrtime(true) < $end; delay(20)) {
    $r = $pool->acquire();
    $pool->release($r);
}
line('made', $probe->made);
$pool->close();

finish();
--EXPECT--
made 1
done

--TEST--
SPEC 12.1, 12.4, 34.32: close destroys each idle resource exactly once, and a second close does nothing
--FILE--
<?php
use function Async\suspend;

require __DIR__ . '/helpers.inc';

$probe = new Probe(quiet: true);
$pool = $probe->pool(destructor: function ($r) use ($probe, &$pool) {
    $probe->destroy($r);
    $pool->close();
    suspend();
    $pool->close();
}, min: 5);
$pool->close();
$pool->close();
settle();
sort($probe->destroyed);
line($probe->destroyed);
line($pool->isClosed());
counts($pool);
unset($pool);
line(count($probe->destroyed));

finish();
--EXPECT--
[1, 2, 3, 4, 5]
true
total=0 idle=0 active=0
5
done

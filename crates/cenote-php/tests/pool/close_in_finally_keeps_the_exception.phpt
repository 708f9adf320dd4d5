--TEST--
SPEC 12.7, 10.4: a close in finally, also one whose destructors suspend, does not disturb the exception in flight
--FILE--
<?php
use function Async\suspend;

require __DIR__ . '/helpers.inc';

$probe = new Probe();
$pool = $probe->pool(destructor: function ($r) use ($probe) {
    suspend();
    $probe->destroy($r);
}, min: 2);
$boom = new RuntimeException('on its way');
try {
    try {
        throw $boom;
    } finally {
        $pool->close();
    }
} catch (Throwable $e) {
    line($e === $boom, $e->getPrevious());
}
counts($pool);

finish();
--EXPECTF--
make r1
make r2
destroy r%d
destroy r%d
true null
total=0 idle=0 active=0
done

--TEST--
SPEC 10.4: an exception on its way out survives a release in finally, with hooks that suspend and throw
--FILE--
<?php
use function Async\suspend;

require __DIR__ . '/helpers.inc';

$pool = (new Probe())->pool(beforeRelease: function () {
    suspend();
    throw new LogicException('hook');
});
$boom = new RuntimeException('on its way');
try {
    $r = $pool->acquire();
    try {
        throw $boom;
    } finally {
        $pool->release($r);
        line('released');
    }
} catch (Throwable $e) {
    line($e === $boom, $e->getPrevious());
}
counts($pool);

finish();
--EXPECT--
make r1
destroy r1
released
true null
total=0 idle=0 active=0
done

--TEST--
SPEC 10.2, 10.5: an ordinary exception that a hook throws in place of its cancellation is a rejection like any other
--FILE--
<?php
use Async\AsyncCancellation;

require __DIR__ . '/helpers.inc';

$gate = new Gate();
$hook = function () use ($gate) {
    try {
        $gate->wait();
    } catch (AsyncCancellation $e) {
        throw new RuntimeException('instead', 0, $e);
    }
};
$pool = (new Probe())->pool(beforeRelease: $hook);
$r = $pool->acquire();
$user = worker('release', fn () => $pool->release($r));
settle();
$user->cancel();
settle();
counts($pool);

finish();
--EXPECT--
make r1
destroy r1
release: null
total=0 idle=0 active=0
done

--TEST--
SPEC 12.6: a pool whose variable is dropped while a coroutine waits in acquire lives until that call ends
--FILE--
<?php
use Async\AsyncCancellation;
use Async\Pool;
use function Async\await;
use function Async\spawn;

require __DIR__ . '/helpers.inc';

$probe = new Probe();
$pool = $probe->pool(max: 1);
$held = $pool->acquire();
$waiter = spawn(function (Pool $pool) {
    try {
        return $pool->acquire();
    } catch (AsyncCancellation) {
        return 'cancelled';
    }
}, $pool);
settle();
$weak = WeakReference::create($pool);
unset($pool);
gc_collect_cycles();
line($weak->get() !== null);
$weak->get()->release($held);
settle();
line(await($waiter));
unset($waiter, $held);
settle();
line($weak->get(), $probe->destroyed);

finish();
--EXPECT--
make r1
true
r1
null []
done

--TEST--
SPEC 7.8, 30.6: after a waiter was served, its timer is no reason to wait on
--FILE--
<?php set_exception_handler(fn ($e) => print(get_class($e) . "\n"));
require __DIR__ . '/helpers.inc';

$pool = (new Probe())->pool(max: 1);
$held = $pool->acquire();
worker('served', fn () => $pool->acquire(60_000));
settle();
$pool->release($held);
settle();
try {
    $pool->acquire();
} catch (Async\AsyncCancellation $e) {
    line($e::class);
}

finish();
--EXPECT--
make r1
served: r1
Async\AsyncCancellation
done
Async\DeadlockError

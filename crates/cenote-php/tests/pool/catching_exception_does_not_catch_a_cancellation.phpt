--TEST--
SPEC 2.2: cancellation and deadlock are Errors, so that catch (Exception) lets them through
--FILE--
<?php
use Async\AsyncCancellation;
use Async\DeadlockError;
use Async\OperationCanceledException;

require __DIR__ . '/helpers.inc';

foreach ([AsyncCancellation::class, DeadlockError::class, OperationCanceledException::class] as $class) {
    line("$class < " . get_parent_class($class));
}

$pool = (new Probe())->pool(max: 1);
$held = $pool->acquire();
$waiter = worker('waiter', function () use ($pool) {
    try {
        return $pool->acquire();
    } catch (Exception) {
        return 'caught as Exception';
    }
});
settle();
$waiter->cancel();
settle();

finish();
--EXPECT--
Async\AsyncCancellation < Error
Async\DeadlockError < Error
Async\OperationCanceledException < Async\AsyncCancellation
make r1
waiter: Async\AsyncCancellation
done

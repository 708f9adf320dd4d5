--TEST--
SPEC 30.3: when $cancel finishes first, await throws OperationCanceledException with its exception as previous; the awaited goes on
--FILE--
<?php
use function Async\{spawn, await, delay, timeout, suspend};
use Async\{AsyncException, OperationCanceledException, FutureState, Future};

$gate = new FutureState;
$slow = spawn(function () use ($gate) {
    await(new Future($gate));
    return 'slow result';
});
try {
    await($slow, timeout(5));
    echo "no timeout\n";
} catch (OperationCanceledException $e) {
    $p = $e->getPrevious();
    echo get_class($e), ' <- ', $p instanceof AsyncException ? 'AsyncException' : get_debug_type($p), "\n";
}
var_dump($slow->isCancelled(), $slow->isCompleted());
$gate->complete(null);
var_dump(await($slow, timeout(60000)));
echo "done\n";
?>
--EXPECT--
Async\OperationCanceledException <- AsyncException
bool(false)
bool(false)
string(11) "slow result"
done

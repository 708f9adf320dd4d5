--TEST--
SPEC 30.3: a coroutine or Future as $cancel: its failure becomes the previous exception, its value leaves none
--FILE--
<?php
use function Async\{spawn, await, suspend};
use Async\{OperationCanceledException, FutureState, Future};

$never = new Future($keep = new FutureState);
$show = function (callable $f) {
    try {
        var_dump($f());
    } catch (OperationCanceledException $e) {
        $p = $e->getPrevious();
        echo get_class($e), ' <- ', $p ? get_class($p) . ' ' . $p->getMessage() : 'nothing', "\n";
    }
};
$show(fn() => await($never, spawn(function () { suspend(); throw new LogicException('side failed'); })));
$show(fn() => await($never, spawn(function () { suspend(); return 'side value'; })));

$state = new FutureState;
$c = spawn(fn() => $show(fn() => await($never, new Future($state))));
suspend();
$state->error(new DomainException('future failed'));
await($c);

$finished = spawn(fn() => 1);
await($finished);
$show(fn() => await($never, $finished)); // already finished

$cancelled = spawn(fn() => 1);
$cancelled->cancel(new Async\AsyncCancellation('side cancelled'));
$show(fn() => await($never, $cancelled));
echo "done\n";
?>
--EXPECT--
Async\OperationCanceledException <- LogicException side failed
Async\OperationCanceledException <- nothing
Async\OperationCanceledException <- DomainException future failed
Async\OperationCanceledException <- nothing
Async\OperationCanceledException <- Async\AsyncCancellation side cancelled
done

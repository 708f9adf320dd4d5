--TEST--
SPEC 30, 30.3: await_all() and await_all_or_fail() give up when $cancel finishes first; the tasks go on
--FILE--
<?php
use function Async\{spawn, await, await_all, await_all_or_fail, suspend, timeout};
use Async\{Future, FutureState, OperationCanceledException};

$gate = new FutureState;
$task = spawn(function () use ($gate) { return await(new Future($gate)); });
foreach (['Async\await_all', 'Async\await_all_or_fail'] as $f) {
    try {
        $f(['quick' => spawn(fn() => 1), 'slow' => $task], spawn(function () { suspend(); suspend(); throw new LogicException('enough'); }));
        echo "not cancelled\n";
    } catch (OperationCanceledException $e) {
        echo $e->getPrevious()->getMessage(), "\n";
    }
}
var_dump($task->isCompleted());
$gate->complete('task result');
var_dump(await_all_or_fail([$task], timeout(60000)));
echo "done\n";
?>
--EXPECT--
enough
enough
bool(false)
array(1) {
  [0]=>
  string(11) "task result"
}
done

--TEST--
SPEC 40.1, 38.1: tasks run in the group's own scope, a child of the given one or of the current one, which it keeps alive
--FILE--
<?php
use Async\{AsyncCancellation, Scope, TaskGroup};
use function Async\{current_context, delay, spawn, suspend, timeout};

$s = new Scope();
$g = new TaskGroup(scope: $s);
$g->spawn(function () { try { delay(60000); } catch (AsyncCancellation $e) { echo $e->getMessage(), "\n"; } });
$scope = WeakReference::create($s);
unset($s);
suspend();
var_dump($scope->get() === null, $scope->get()->getChildScopes());
$scope->get()->cancel();
suspend();
$outer = new Scope();
$outer->spawn(function () { $g = new TaskGroup(); $g->spawn(function () { spawn(fn () => print("inner\n")); }); Async\await($g->all()); });
$outer->awaitCompletion(timeout(60000));
echo "outer is finished\n";
?>
--EXPECT--
bool(false)
array(0) {
}
Scope was cancelled
inner
outer is finished

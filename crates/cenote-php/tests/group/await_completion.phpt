--TEST--
SPEC 40.10, 37.4: awaitCompletion() waits until all are settled and throws no task's error; a group as a trigger ends with null when all are settled
--FILE--
<?php
use Async\{AsyncException, OperationCanceledException, TaskGroup, TaskSet};
use function Async\{await_all, delay, suspend, timeout};

$g = new TaskGroup();
try { $g->awaitCompletion(); } catch (AsyncException $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
$g->spawn(function () { suspend(); echo "settled\n"; throw new Exception('not thrown'); });
$g->close();
$g->awaitCompletion(timeout(60000));
$g->awaitCompletion();
echo "awaited\n";
$g->suppressErrors();
$long = new TaskGroup();
$long->spawn(fn () => delay(60000));
$long->close();
try { $long->awaitCompletion(timeout(1)); } catch (OperationCanceledException $e) { echo get_class($e->getPrevious()), "\n"; }
var_dump($long->isFinished());
$long->cancel();
$a = new TaskGroup();
$a->spawn(function () { suspend(); echo "a\n"; return 1; });
$b = new TaskSet();
var_dump(await_all(['a' => $a, 'b' => $b])[0]);
$a->spawn(function () { suspend(); echo "more\n"; });
var_dump(await_all([$a])[0]);
?>
--EXPECT--
Async\AsyncException: TaskGroup must be closed before calling awaitCompletion()
settled
awaited
Async\TimeoutException
bool(false)
a
array(2) {
  ["a"]=>
  NULL
  ["b"]=>
  NULL
}
more
array(1) {
  [0]=>
  NULL
}

--TEST--
SPEC 40.3, 40.4: arguments out of range, a disposed scope, keys that are taken, a closed group
--FILE--
<?php
use Async\{Scope, TaskGroup, TaskSet};
use function Async\await;

$try = function (callable $what) { try { $what(); } catch (Throwable $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; } };
$try(fn () => new TaskGroup(-1));
$try(fn () => new TaskGroup(4294967296));
$try(fn () => new TaskGroup(1, -1));
$try(fn () => new TaskSet(queueLimit: -1));
$try(fn () => new TaskGroup('x'));
$try(fn () => new TaskGroup(scope: 'x'));
new TaskGroup(4294967295, 4294967295);
$s = new Scope();
$s->dispose();
$try(fn () => new TaskGroup(null, null, $s));
$g = new TaskGroup();
$g->spawn(fn () => 'a');
$g->spawnWithKey('x', fn ($v) => $v, 'b');
$g->spawnWithKey(7, fn () => 'c');
$g->spawn(fn (...$named) => json_encode($named), key: 'd');
$try(fn () => $g->spawnWithKey('x', fn () => 1));
$try(fn () => $g->spawnWithKey(7, fn () => 1));
$try(fn () => $g->spawnWithKey('7', fn () => 1));
$try(fn () => $g->spawnWithKey([], fn () => 1));
$try(fn () => $g->spawn('nothing'));
$try(fn () => $g->spawn());
$try(fn () => $g->finally('nothing'));
$try(fn () => $g->awaitCompletion(1));
var_dump(await($g->all()));
$g->close();
$g->close();
$try(fn () => $g->spawn(fn () => 1));
$try(fn () => $g->spawnWithKey('y', fn () => 1));
?>
--EXPECT--
ValueError: Async\TaskGroup::__construct(): Argument #1 ($concurrency) must be between 0 and 4294967295
ValueError: Async\TaskGroup::__construct(): Argument #1 ($concurrency) must be between 0 and 4294967295
ValueError: Async\TaskGroup::__construct(): Argument #2 ($queueLimit) must be between 0 and 4294967295
ValueError: Async\TaskSet::__construct(): Argument #2 ($queueLimit) must be between 0 and 4294967295
TypeError: Async\TaskGroup::__construct(): Argument #1 ($concurrency) must be of type ?int, string given
TypeError: Async\TaskGroup::__construct(): Argument #3 ($scope) must be of type ?Async\Scope, string given
Async\AsyncException: Cannot use a disposed Scope for TaskGroup
Async\AsyncException: Duplicate key "x" in TaskGroup
Async\AsyncException: Duplicate key 7 in TaskGroup
Async\AsyncException: Duplicate key 7 in TaskGroup
TypeError: Async\TaskGroup::spawnWithKey(): Argument #1 ($key) must be of type string|int, array given
TypeError: Async\TaskGroup::spawn(): Argument #1 ($task) must be a valid callback, function "nothing" not found or invalid function name
ArgumentCountError: Async\TaskGroup::spawn() expects at least 1 argument, 0 given
TypeError: Async\TaskGroup::finally(): Argument #1 ($callback) must be a valid callback, function "nothing" not found or invalid function name
TypeError: Async\TaskGroup::awaitCompletion(): Argument #1 ($cancellation) must be of type ?Async\Completable, int given
array(4) {
  [0]=>
  string(1) "a"
  ["x"]=>
  string(1) "b"
  [7]=>
  string(1) "c"
  [1]=>
  string(11) "{"key":"d"}"
}
Async\AsyncException: Cannot spawn tasks on a closed TaskGroup
Async\AsyncException: Cannot spawn tasks on a closed TaskGroup

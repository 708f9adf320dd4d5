--TEST--
SPEC 30: Future and FutureState refuse wrong types in the engine's wording
--FILE--
<?php
require __DIR__ . '/helpers.inc';
use Async\{Future, FutureState};

attempt(fn() => new Future());
attempt(fn() => new Future('x'));
attempt(fn() => new Future(new stdClass));
$s = new FutureState;
attempt(fn() => $s->error('text'));
attempt(fn() => $s->error());
attempt(fn() => $s->complete());
$s->complete('still open before this');
var_dump(Async\await(new Future($s)));
echo "done\n";
?>
--EXPECTF--
ArgumentCountError: Async\Future::__construct() expects exactly 1 argument, 0 given
TypeError: Async\Future::__construct(): Argument #1 (%s) must be of type Async\FutureState, string given
TypeError: Async\Future::__construct(): Argument #1 (%s) must be of type Async\FutureState, stdClass given
TypeError: Async\FutureState::error(): Argument #1 (%s) must be of type Throwable, string given
ArgumentCountError: Async\FutureState::error() expects exactly 1 argument, 0 given
ArgumentCountError: Async\FutureState::complete() expects exactly 1 argument, 0 given
string(22) "still open before this"
done

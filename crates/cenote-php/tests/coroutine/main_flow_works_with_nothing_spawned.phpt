--TEST--
SPEC 1.1: everything works in the main flow with nothing spawned before
--FILE--
<?php
use function Async\{await, suspend, delay, timeout, protect, current_coroutine, await_all, await_all_or_fail, coroutines};
use Async\{Channel, Future, FutureState, Coroutine};

suspend();
delay(0);
delay(1);
$me = current_coroutine();
var_dump($me instanceof Coroutine, $me->isRunning(), $me->isStarted(), $me->isCompleted(), $me === current_coroutine());
var_dump(is_int($me->getId()));
$ch = new Channel(1);
$ch->send('x');
var_dump($ch->recv());
$s = new FutureState;
$s->complete(5);
var_dump(await(new Future($s)));
var_dump(protect(fn() => 7));
try {
    await(timeout(1));
} catch (Async\AsyncException $e) {
    echo "timeout\n";
}
var_dump(await_all([]), await_all_or_fail([]));
echo "done\n";
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(false)
bool(true)
bool(true)
string(1) "x"
int(5)
int(7)
timeout
array(2) {
  [0]=>
  array(0) {
  }
  [1]=>
  array(0) {
  }
}
array(0) {
}
done

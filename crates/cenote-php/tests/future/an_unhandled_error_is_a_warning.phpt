--TEST--
SPEC 42.10: an error that neither await nor catch has delivered is a warning
--FILE--
<?php
use Async\{AsyncCancellation, AsyncException, Awaitable, Channel, ChannelCloseReason, ChannelException, Completable, CompositeException, Coroutine, Future, FutureState, OperationCanceledException, TimeoutException};
use function Async\{await, await_all, await_all_or_fail, await_any_of, await_any_of_or_fail, await_any_or_fail, await_first_success, current_coroutine, delay, spawn, suspend, timeout};
require __DIR__ . '/../coroutine/helpers.inc';

$f = Future::failed(new Exception('lost'))->finally(fn () => 1);
delay(1);
unset($f);
echo "next\n";
Future::failed(new Exception('x'))->catch(fn () => 1)->await();
Future::failed(new Exception('x'))->ignore();
$f = Future::failed(new Exception('x'))->map(fn () => 1)->catch(fn () => 'delivered on a derived one');
echo $f->await(), "\n";
unset($f);
$f = Future::failed(new AsyncCancellation('x'));
$f->map(fn () => 1)->ignore();
unset($f);
echo "gone before it is completed\n";
$f = Future::failed(new Exception('behind finally'))->finally(fn () => 1);
unset($f);
delay(1);
$s = new FutureState();
$f = (new Future($s))->map(fn () => 1)->map(fn () => 2);
unset($f);
$s->error(new Exception('behind map'));
delay(1);
$s = new FutureState();
$f = (new Future($s))->map(fn () => throw new Exception('of the callback'));
unset($f);
$s->complete(1);
delay(1);
echo "end\n";
?>
--EXPECTF--
Warning: Future was never used; call await(), map(), catch(), finally() or ignore() to suppress this warning. Created at %s:6 in %s on line %d

Warning: Unhandled exception in Future: lost; use catch() or ignore() to handle. Created at %san_unhandled_error_is_a_warning.php:6, completed at %s in %s on line %d
next
delivered on a derived one
gone before it is completed

Warning: Future was never used; call await(), map(), catch(), finally() or ignore() to suppress this warning. Created at %s:19 in %s on line %d

Warning: Unhandled exception in Future: behind finally; use catch() or ignore() to handle. Created at %s:19, completed at %s

Warning: Future was never used; call await(), map(), catch(), finally() or ignore() to suppress this warning. Created at %s:23 in %s on line %d

Warning: Unhandled exception in Future: behind map; use catch() or ignore() to handle. Created at %s:23, completed at %s

Warning: Future was never used; call await(), map(), catch(), finally() or ignore() to suppress this warning. Created at %s:28 in %s on line %d

Warning: Unhandled exception in Future: of the callback; use catch() or ignore() to handle. Created at %s:28, completed at %s
end

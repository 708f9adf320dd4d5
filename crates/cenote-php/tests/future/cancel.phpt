--TEST--
SPEC 42.5: cancel() fails a pending Future, and leaves a completed one and sources alone
--FILE--
<?php
use Async\{AsyncCancellation, AsyncException, Awaitable, Channel, ChannelCloseReason, ChannelException, Completable, CompositeException, Coroutine, Future, FutureState, OperationCanceledException, TimeoutException};
use function Async\{await, await_all, await_all_or_fail, await_any_of, await_any_of_or_fail, await_any_or_fail, await_first_success, current_coroutine, delay, spawn, suspend, timeout};
require __DIR__ . '/../coroutine/helpers.inc';

$s = new FutureState;
$f = new Future($s);
$f->cancel();
attempt(fn () => $f->await());
attempt_class(fn () => $s->complete(1));
$f = new Future($s = new FutureState);
$f->cancel(new AsyncCancellation('own'));
attempt(fn () => $f->await());
$done = Future::completed(1);
$done->cancel();
var_dump($done->await());
$source = new Future($s = new FutureState);
$derived = $source->map(fn ($v) => $v);
$derived->cancel();
var_dump($source->isCompleted(), $derived->isCancelled());
$s->complete(5);
var_dump($source->await());
attempt(fn () => $derived->await());
?>
--EXPECT--
Async\AsyncCancellation: Future has been cancelled
Async\AsyncException
Async\AsyncCancellation: own
int(1)
bool(false)
bool(true)
int(5)
Async\AsyncCancellation: Future has been cancelled

--TEST--
SPEC 41.14: a channel closes when the scope in which it was made, or one above, is cancelled or disposed; one who is cancelled while waiting on it gets the ChannelException with the cancellation as its cause
--FILE--
<?php
use Async\{AsyncCancellation, Channel, ChannelException, Scope};
use function Async\{await, spawn, suspend, timeout};

$show = function (string $who, callable $what) {
    try { $what(); echo "$who: value\n"; } catch (ChannelException $e) {
        echo $who, ': ', $e->reason->name, ' ', $e->getMessage(), $e->getPrevious() ? ', ' . get_class($e->getPrevious()) . ': ' . $e->getPrevious()->getMessage() : '', "\n";
    }
};
foreach (['cancel', 'dispose', 'disposeSafely'] as $method) {
    echo "-- $method\n";
    $above = new Scope();
    $s = Scope::inherit($above);
    $channel = await($s->spawn(fn () => new Channel()));
    $s->spawn(fn () => $show('inside', fn () => $channel->recv()));
    $outside = spawn(fn () => $show('outside', fn () => $channel->recv()));
    suspend();
    $above->$method();
    var_dump($channel->isClosed());
    await($outside);
    $show('late', fn () => $channel->send(1));
}
echo "-- a scope whose coroutines merely end\n";
$s = new Scope();
$channel = await($s->spawn(fn () => new Channel(1)));
$s->awaitCompletion(timeout(60000));
var_dump($channel->isClosed());
echo "-- made at top level\n";
$channel = new Channel(1);
$t = new Scope();
$t->spawn(function () use ($channel) { try { $channel->recv(); } catch (AsyncCancellation $e) { echo get_class($e), "\n"; } });
suspend();
$t->cancel();
suspend();
var_dump($channel->isClosed());
?>
--EXPECT--
-- cancel
bool(true)
inside: SCOPE_DISPOSED Channel closed: owner scope disposed, Async\AsyncCancellation: Scope was cancelled
outside: SCOPE_DISPOSED Channel closed: owner scope disposed
late: SCOPE_DISPOSED Channel closed: owner scope disposed
-- dispose
bool(true)
inside: SCOPE_DISPOSED Channel closed: owner scope disposed, Async\AsyncCancellation: Scope was cancelled
outside: SCOPE_DISPOSED Channel closed: owner scope disposed
late: SCOPE_DISPOSED Channel closed: owner scope disposed
-- disposeSafely
bool(true)
inside: SCOPE_DISPOSED Channel closed: owner scope disposed
outside: SCOPE_DISPOSED Channel closed: owner scope disposed
late: SCOPE_DISPOSED Channel closed: owner scope disposed
-- a scope whose coroutines merely end
bool(false)
-- made at top level
Async\AsyncCancellation
bool(false)

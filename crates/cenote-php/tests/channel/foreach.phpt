--TEST--
SPEC 41.15: foreach receives until the channel is closed and empty; only EXPLICIT ends it silently
--FILE--
<?php
use Async\{AsyncCancellation, AsyncException, Awaitable, Channel, ChannelCloseReason, ChannelException, Completable, CompositeException, Coroutine, Future, FutureState, OperationCanceledException, TimeoutException};
use function Async\{await, await_all, await_all_or_fail, await_any_of, await_any_of_or_fail, await_any_or_fail, await_first_success, current_coroutine, delay, spawn, suspend, timeout};
require __DIR__ . '/../coroutine/helpers.inc';

$c = new Channel(1);
spawn(function () use ($c) { foreach (['a', 'b', 'c'] as $n) { $c->send($n); } $c->close(); });
foreach ($c as $k => $v) { echo "$k=$v "; }
echo "\n";
$c = new Channel(3);
$c->send(1); $c->send(2); $c->send(3);
foreach ($c as $v) { break; }
var_dump($v, $c->count(), $c->recv());
attempt(function () { foreach (new Channel as &$v) {} });
$c = new Channel(1, 1, 0, true);
$c->send('only');
try { foreach ($c as $v) { echo "$v\n"; } } catch (ChannelException $e) { echo $e->reason->name, "\n"; }
$c = new Channel(2);
$c->send(7); $c->close();
$i = $c->getIterator();
var_dump($i instanceof Iterator, $i->current(), iterator_count($c));
?>
--EXPECT--
0=a 1=b 2=c 
int(1)
int(2)
int(2)
Error: Cannot iterate channel by reference
only
NO_PRODUCERS
bool(true)
int(7)
int(0)

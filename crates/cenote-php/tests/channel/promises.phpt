--TEST--
SPEC 41.3: waiters are served in order of arrival, and what is promised to one is taken by nobody else
--FILE--
<?php
use Async\{AsyncCancellation, AsyncException, Awaitable, Channel, ChannelCloseReason, ChannelException, Completable, CompositeException, Coroutine, Future, FutureState, OperationCanceledException, TimeoutException};
use function Async\{await, await_all, await_all_or_fail, await_any_of, await_any_of_or_fail, await_any_or_fail, await_first_success, current_coroutine, delay, spawn, suspend, timeout};
require __DIR__ . '/../coroutine/helpers.inc';

$c = new Channel(2);
foreach ([1, 2, 3] as $n) { spawn(function () use ($c, $n) { $c->send($n); echo "sent $n\n"; }); }
$let_all_run = function (): void { for ($turn = 0; $turn < 8; $turn++) { suspend(); } };
$let_all_run();
spawn(function () use ($c) { foreach ([1, 2, 3] as $_) { echo 'received ' . $c->recv() . "\n"; } });
$let_all_run();
foreach (['a', 'b'] as $name) { spawn(function () use ($c, $name) { echo "$name gets " . $c->recv() . "\n"; }); }
suspend();
$c->sendAsync('x'); // promised to a
var_dump($c->count());
spawn(function () use ($c) { echo 'late gets ' . $c->recv() . "\n"; });
$c->sendAsync('y');
var_dump($c->sendAsync('z'), $c->sendAsync('0'), $c->sendAsync('1'));
$let_all_run();
?>
--EXPECT--
sent 1
sent 2
received 1
received 2
received 3
sent 3
int(0)
bool(true)
bool(true)
bool(false)
a gets x
late gets z
b gets y

--TEST--
SPEC 43.7: getAwaitingInfo() has a line for each thing that is awaited, and none for a coroutine that does not wait
--FILE--
<?php
use Async\{Channel, Future, FutureState};
use function Async\{await, await_all, current_coroutine, delay, spawn, suspend, timeout};

$show = fn (Async\Coroutine $c) => print(implode(', ', preg_replace('/\d+/', 'N', $c->getAwaitingInfo())) . "\n");
$state = new FutureState();
$slow = spawn(fn () => delay(60000));
$c = spawn(fn () => await(new Future($state), timeout(60000)));
$all = spawn(fn () => await_all([$slow, new Future($state), spawn(fn () => 1), timeout(60000)]));
$channel = new Channel();
$receiver = spawn(fn () => $channel->recv());
$show($c);
suspend();
suspend();
$show($slow);
$show($c);
$show($all);
$show($receiver);
$show(current_coroutine());
$channel->send(1);
$state->complete(1);
$all->cancel();
$slow->cancel();
try { await($all); } catch (Async\AsyncCancellation) {}
$show($all);
$inner = spawn(function () use ($show) { suspend(); $show(current_coroutine()); });
suspend();
$show($inner);
await($inner);
?>
--EXPECT--

Timer
Future, Timeout
Coroutine #N, Future, Timeout
Channel




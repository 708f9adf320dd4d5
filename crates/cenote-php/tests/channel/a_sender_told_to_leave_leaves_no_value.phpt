--TEST--
SPEC 41.5: the value of a sender that was told to leave, but has not run yet, is not received
--FILE--
<?php
use Async\{AsyncCancellation, Channel, FutureState, Future, OperationCanceledException};
use function Async\{await, delay, spawn, suspend, timeout};
require __DIR__ . '/../coroutine/helpers.inc';

foreach ([0, 1] as $capacity) {
    echo "capacity $capacity\n";
    $c = new Channel($capacity);
    $c->sendAsync('first');
    $cancelled = spawn(function () use ($c) { attempt(fn () => $c->send('of one that is cancelled')); });
    $other = spawn(function () use ($c) { attempt(fn () => $c->send('also')); });
    $state = new FutureState;
    $token = new Future($state);
    spawn(function () use ($c, $token) { attempt(fn () => $c->send('of one with a token', $token)); });
    spawn(function () use ($c) { $c->send('last'); echo "sent\n"; });
    suspend();
    $other->cancel(); // in line
    $state->complete(1);
    echo $c->recv(), "\n"; // moves the next value up
    $cancelled->cancel(); // its value is in the slot
    echo $c->recv(), "\n";
    delay(1);
    var_dump($c->count());
}

// The first in line, while nobody has a token.
$c = new Channel(1);
$c->send(1);
$first = spawn(function () use ($c) { attempt(fn () => $c->send('of the first in line')); });
spawn(function () use ($c) { $c->send('of the second'); });
suspend();
$first->cancel();
echo $c->recv(), ', ', $c->recv(), "\n";
suspend();

// Told after it was served: it was sent.
$c = new Channel(1);
$c->send(1);
$state = new FutureState;
$token = new Future($state);
spawn(function () use ($c, $token) { $c->send(2, $token); echo "sent 2\n"; });
suspend();
echo $c->recv(), "\n";
spawn(fn () => $state->complete(1));
suspend();
echo $c->recv(), "\n";

// A sender that has long gone on is cancelled elsewhere: what it has sent stays.
$c = new Channel(1);
$c->send(1);
$s = spawn(function () use ($c) { $c->send(2); attempt(fn () => delay(1000)); });
suspend();
echo $c->recv(), "\n";
suspend();
$s->cancel();
echo $c->recv(), "\n";
suspend();

// The same, told while it has a value of another channel, which it has not seen yet.
[$c, $d] = [new Channel(1), new Channel];
$c->send(1);
$s = spawn(function () use ($c, $d) { $c->send(2); attempt(fn () => $d->recv()); });
suspend();
echo $c->recv(), "\n";
suspend();
$d->send('seen by nobody');
$s->cancel();
echo $c->recv(), "\n";
suspend();

// A receiver with a value is told to leave: the value stays, and comes first.
$c = new Channel(1);
$r = spawn(function () use ($c) { attempt(fn () => $c->recv()); });
suspend();
foreach ([1, 2] as $n) { $c->send($n); }
$r->cancel();
suspend();
var_dump($c->count(), $c->sendAsync(3), $c->recv(), $c->sendAsync(3), $c->recv(), $c->sendAsync(3));
?>
--EXPECT--
capacity 0
first
last
Async\AsyncCancellation: Coroutine cancelled
Async\OperationCanceledException: Operation has been cancelled
Async\AsyncCancellation: Coroutine cancelled
sent
int(0)
capacity 1
first
last
Async\AsyncCancellation: Coroutine cancelled
Async\OperationCanceledException: Operation has been cancelled
Async\AsyncCancellation: Coroutine cancelled
sent
int(0)
1, of the second
Async\AsyncCancellation: Coroutine cancelled
1
sent 2
2
1
2
Async\AsyncCancellation: Coroutine cancelled
1
2
Async\AsyncCancellation: Coroutine cancelled
Async\AsyncCancellation: Coroutine cancelled
int(2)
bool(false)
int(1)
bool(false)
int(2)
bool(true)

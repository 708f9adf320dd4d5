--TEST--
SPEC 41.4, 41.7: a Future of recvAsync() that was cancelled leaves the line, as a dropped one does: the value goes to the next one, and none is lost
--FILE--
<?php
use Async\{AsyncCancellation, Channel};
use function Async\{await, delay, spawn, timeout};

foreach ([0, 2] as $capacity) {
    $c = new Channel($capacity);
    $first = $c->recvAsync();
    $second = $c->recvAsync();
    $third = $c->recvAsync();
    $first->cancel();
    $third->cancel();
    spawn(function () use ($c) {
        $c->send('one');
        $c->send('two');
    });
    echo await($second), ' ', $c->recv(timeout(1000)), "\n";
    try {
        await($first);
    } catch (AsyncCancellation $error) {
        echo $error->getMessage(), "\n";
    }

    // With nobody else in line, there is no receiver.
    $gone = $c->recvAsync();
    $gone->cancel();
    var_dump($c->sendAsync('kept'), $c->count(), $c->recv(timeout(1000)));

    // Cancelled after it has its value, it keeps that.
    $served = $c->recvAsync();
    $c->sendAsync('served');
    $served->cancel();
    echo await($served), "\n";
}

// A value that was promised to a coroutine which is cancelled passes by a cancelled Future.
$c = new Channel(1);
$waiter = spawn(fn () => $c->recv());
delay(1);
$c->sendAsync('promised');
$gone = $c->recvAsync();
$next = $c->recvAsync();
$gone->cancel();
$waiter->cancel();
delay(1);
echo await($next, timeout(1000)), "\n";

// A closed channel has nothing to tell a cancelled one.
$c = new Channel();
$gone = $c->recvAsync();
$gone->cancel(new AsyncCancellation('my own'));
$c->close();
try {
    await($gone);
} catch (AsyncCancellation $error) {
    echo $error->getMessage(), "\n";
}
?>
--EXPECT--
one two
Future has been cancelled
bool(true)
int(1)
string(4) "kept"
served
one two
Future has been cancelled
bool(true)
int(1)
string(4) "kept"
served
promised
my own

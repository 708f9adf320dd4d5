--TEST--
SPEC 30.2: the cancellation reaches a coroutine wherever it is parked: await, await_all, delay, suspend, Channel send and recv, Future
--FILE--
<?php
use function Async\{spawn, await, await_all, await_all_or_fail, suspend, delay, timeout};
use Async\{AsyncCancellation, Channel, Future, FutureState};

$never = new FutureState;
$empty = new Channel;
$full = new Channel(1);
$full->send('x');
$rendezvous = new Channel;
$points = [
    'delay' => fn() => delay(60000),
    'suspend' => function () { while (true) suspend(); },
    'await a coroutine' => fn() => await(spawn(fn() => delay(30))),
    'await a future' => fn() => await(new Future($never)),
    'await with cancel side' => fn() => await(new Future($never), timeout(60000)),
    'await_all' => fn() => await_all([new Future($never)]),
    'await_all_or_fail' => fn() => await_all_or_fail([new Future($never)]),
    'recv' => fn() => $empty->recv(),
    'send to a full buffer' => fn() => $full->send('y'),
    'rendezvous send' => fn() => $rendezvous->send('z'),
];
foreach ($points as $name => $f) {
    $c = spawn($f);
    suspend();
    $c->cancel(new AsyncCancellation($name));
    try {
        await($c);
        echo "$name: not cancelled\n";
    } catch (AsyncCancellation $e) {
        echo $e->getMessage(), "\n";
    }
}
// The parked calls have left nothing behind: neither a receiver nor a value.
$full->recv();
$full->send('after');
var_dump($full->recv());
spawn(fn() => $empty->send('for the living'));
var_dump($empty->recv());
spawn(fn() => $rendezvous->send('only this'));
var_dump($rendezvous->recv());
echo "done\n";
?>
--EXPECT--
delay
suspend
await a coroutine
await a future
await with cancel side
await_all
await_all_or_fail
recv
send to a full buffer
rendezvous send
string(5) "after"
string(14) "for the living"
string(9) "only this"
done

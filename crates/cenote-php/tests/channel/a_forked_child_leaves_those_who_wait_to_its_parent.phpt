--TEST--
SPEC 29.7, 41.3: in a forked child nothing goes to, or comes from, coroutines that wait in a channel and have stayed in the parent; there they wait on
--EXTENSIONS--
pcntl
--FILE--
<?php
use Async\Channel;
use function Async\{await, spawn, suspend};

/** Runs $body in a child. */
function child(Closure $body): void
{
    $pid = pcntl_fork();
    if ($pid === 0) {
        $body();
        exit(0);
    }
    pcntl_waitpid($pid, $status);
    echo pcntl_wifexited($status) ? '' : "the child was killed\n";
}

foreach ([0, 1] as $capacity) {
    echo "capacity $capacity, receivers\n";
    $c = new Channel($capacity);
    $parked = spawn(fn () => $c->recv());
    suspend();
    child(function () use ($c): void {
        $mine = spawn(fn () => 'child: ' . $c->recv());
        suspend();
        $c->send('sent by the child');
        echo await($mine), ', ', $c->count(), "\n";
    });
    $c->send('sent by the parent');
    echo 'parent: ', await($parked), "\n";

    echo "capacity $capacity, one with its value and a Future\n";
    $served = spawn(fn () => $c->recv());
    suspend();
    $c->send('served');
    $future = $c->recvAsync();
    child(function () use ($c, $future): void {
        $c->send('for the Future');
        echo 'child: ', await($future), ', ', $c->count(), "\n";
    });
    $c->send('for the parent\'s');
    echo 'parent: ', await($served), ', ', await($future), "\n";

    echo "capacity $capacity, senders\n";
    $capacity > 0 && $c->send('in its slot');
    $senders = [spawn(fn () => $c->send('first')), spawn(fn () => $c->send('second'))];
    suspend();
    child(function () use ($c): void {
        echo 'child: ', json_encode([$c->count(), $c->isFull(), $c->sendAsync('x'), $c->recv()]), ' ';
        spawn(fn () => $c->send('own'));
        echo $c->recv(), "\n";
    });
    $capacity > 0 && print("{$c->recv()}, ");
    echo "{$c->recv()}, {$c->recv()}\n";
}
echo "done\n";
?>
--EXPECT--
capacity 0, receivers
child: sent by the child, 0
parent: sent by the parent
capacity 0, one with its value and a Future
child: for the Future, 0
parent: served, for the parent's
capacity 0, senders
child: [0,false,true,"x"] own
first, second
capacity 1, receivers
child: sent by the child, 0
parent: sent by the parent
capacity 1, one with its value and a Future
child: for the Future, 0
parent: served, for the parent's
capacity 1, senders
child: [1,true,false,"in its slot"] own
in its slot, first, second
done

--TEST--
SPEC 41.3: a value moves on without its sender and receiver taking turns: three items to two waits on capacity 1, two on capacity 0
--FILE--
<?php
use Async\Channel;
use function Async\{await, spawn};

foreach ([0, 1, 4] as $capacity) {
    $c = new Channel($capacity);
    $steps = [];
    $sender = spawn(function () use ($c, &$steps) { foreach (range(1, 12) as $n) { $c->send($n); $steps[] = '>'; } });
    $receiver = spawn(function () use ($c, &$steps) { foreach (range(1, 12) as $n) { $steps[] = $c->recv() === $n ? '<' : '!'; } });
    await($sender);
    await($receiver);
    echo implode($steps), "\n";
}
?>
--EXPECT--
<>><<>><<>><<>><<>><<>><
><<>>><<<>>><<<>>><<<>><
>>>><<<<<>>>>>><<<<<<>><

--TEST--
SPEC 30: a Channel of capacity n takes n values without waiting; the next send waits for room
--FILE--
<?php
use function Async\{spawn, await, suspend};

$ch = new Async\Channel(2);
$sender = spawn(function () use ($ch) {
    foreach (['a', 'b', 'c', 'd'] as $v) {
        $ch->send($v);
        echo "sent $v\n";
    }
});
suspend();
suspend();
echo "first recv\n";
echo $ch->recv(), "\n";
suspend();
echo $ch->recv(), $ch->recv(), $ch->recv(), "\n";
await($sender);
echo "done\n";
?>
--EXPECT--
sent a
sent b
first recv
a
sent c
bcd
sent d
done

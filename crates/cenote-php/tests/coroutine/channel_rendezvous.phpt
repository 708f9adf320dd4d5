--TEST--
SPEC 30: a Channel of capacity 0 is a rendezvous: send waits for the receiver
--FILE--
<?php
use function Async\{spawn, await, suspend};

$ch = new Async\Channel;
$sender = spawn(function () use ($ch) {
    foreach ([1, 2] as $i) {
        echo "sending $i\n";
        $ch->send($i);
        echo "sent $i\n";
    }
});
suspend();
suspend();
echo "the sender waits: ", var_export($sender->isSuspended(), true), "\n";
echo "received ", $ch->recv(), "\n";
suspend();
suspend();
echo "received ", $ch->recv(), "\n";
await($sender);
$c = spawn(function () use ($ch) { echo "receiver waits\n"; echo "received ", $ch->recv(), "\n"; });
suspend();
$ch->send('to a waiting receiver');
await($c);
echo "done\n";
?>
--EXPECT--
sending 1
the sender waits: true
received 1
sent 1
sending 2
received 2
sent 2
receiver waits
received to a waiting receiver
done

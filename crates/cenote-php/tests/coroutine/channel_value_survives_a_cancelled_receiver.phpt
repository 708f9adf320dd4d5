--TEST--
SPEC 30.2: a value sent to a receiver that is cancelled before it runs goes to the next receiver
--FILE--
<?php
use function Async\{spawn, await, suspend};

$ch = new Async\Channel;
$a = spawn(fn() => $ch->recv());
$b = spawn(fn() => $ch->recv());
suspend();
$ch->send('value');
$a->cancel();
try {
    await($a);
} catch (Async\AsyncCancellation) {
    echo "first one cancelled\n";
}
echo await($b), "\n";
echo "done\n";
?>
--EXPECT--
first one cancelled
value
done

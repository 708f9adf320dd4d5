--TEST--
SPEC 30: close() wakes waiting receivers and senders with AsyncException, in order; what was buffered stays
--FILE--
<?php
use function Async\{spawn, await_all, suspend};

$try = function (string $name, callable $f) {
    return spawn(function () use ($name, $f) {
        try {
            $f();
            echo "$name went through\n";
        } catch (Async\AsyncException) {
            echo "$name: closed\n";
        }
    });
};
$ch = new Async\Channel;
$all = [$try('recv 1', fn() => $ch->recv()), $try('recv 2', fn() => $ch->recv())];
suspend();
$ch->close();
echo "close() has returned\n";
await_all($all);

$ch = new Async\Channel(1);
$ch->send('buffered');
$all = [$try('send 1', fn() => $ch->send('x')), $try('send 2', fn() => $ch->send('y'))];
suspend();
$ch->close();
await_all($all);
var_dump($ch->recv());
try {
    var_dump($ch->recv());
} catch (Async\AsyncException) {
    echo "closed\n";
}
echo "done\n";
?>
--EXPECT--
close() has returned
recv 1: closed
recv 2: closed
send 1: closed
send 2: closed
string(8) "buffered"
closed
done

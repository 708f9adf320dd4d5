--TEST--
SPEC 30, 41.10: use after close throws ChannelException; buffered values can still be received
--FILE--
<?php
require __DIR__ . '/helpers.inc';
use function Async\{spawn, suspend};

$ch = new Async\Channel(3);
$ch->send(1);
$ch->send(2);
$ch->close();
attempt_class(fn() => $ch->send(3));
var_dump($ch->recv(), $ch->recv());
attempt_class(fn() => $ch->recv());
attempt_class(fn() => $ch->recv());
attempt_class(fn() => $ch->send(4));

$ch = new Async\Channel;
$ch->close();
attempt_class(fn() => $ch->send(1));
attempt_class(fn() => $ch->recv());
echo "done\n";
?>
--EXPECT--
Async\ChannelException
int(1)
int(2)
Async\ChannelException
Async\ChannelException
Async\ChannelException
Async\ChannelException
Async\ChannelException
done

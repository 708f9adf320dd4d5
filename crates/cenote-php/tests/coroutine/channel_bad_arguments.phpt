--TEST--
SPEC 30: Channel refuses a negative capacity and wrong types in the engine's wording
--FILE--
<?php
require __DIR__ . '/helpers.inc';

attempt(fn() => new Async\Channel(-1));
attempt(fn() => new Async\Channel('wide'));
attempt(fn() => new Async\Channel([]));
$ch = new Async\Channel(1);
attempt(fn() => $ch->send());
attempt(fn() => $ch->recv(1));
attempt(fn() => $ch->close(1));
$ch->send('usable');
var_dump($ch->recv());
echo "done\n";
?>
--EXPECTF--
ValueError: Async\Channel::__construct(): Argument #1 ($capacity) must be %s
TypeError: Async\Channel::__construct(): Argument #1 ($capacity) must be of type int, string given
TypeError: Async\Channel::__construct(): Argument #1 ($capacity) must be of type int, array given
ArgumentCountError: Async\Channel::send() expects at least 1 argument, 0 given
TypeError: Async\Channel::recv(): Argument #1 ($cancellationToken) must be of type ?Async\Completable, int given
ArgumentCountError: Async\Channel::close() expects exactly 0 arguments, 1 given
string(6) "usable"
done

--TEST--
SPEC 30: Coroutine is final, cannot be made with new, cloned, serialised or unserialised
--FILE--
<?php
require __DIR__ . '/helpers.inc';
use function Async\{spawn, await};

$r = new ReflectionClass('Async\Coroutine');
var_dump($r->isFinal());
attempt_class(fn() => new Async\Coroutine);
attempt_class(fn() => new Async\Coroutine(fn() => 1));
$c = spawn(fn() => 'unharmed');
attempt_class(fn() => clone $c);
attempt(fn() => serialize($c));
attempt(fn() => unserialize('O:15:"Async\Coroutine":0:{}'));
attempt_class(fn() => $r->newInstanceWithoutConstructor());
attempt_class(function () use ($c) { $c->whatever = 1; });
var_dump(await($c));
echo "done\n";
?>
--EXPECTF--
bool(true)
Error
Error
Error
Exception: Serialization of 'Async\Coroutine' is not allowed
Exception: Unserialization of 'Async\Coroutine' is not allowed
%s
%s
string(8) "unharmed"
done

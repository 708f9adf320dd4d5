--TEST--
SPEC 28.1: the coroutine whose call is in progress may use the plain object from inside it, as on stock PHP
--FILE--
<?php
use function Async\{await, spawn, suspend};
require __DIR__ . '/helpers.inc';
$pdo = new PDO('sqlite:' . database(TABLE, "INSERT INTO t VALUES (1, 'one')"));
$pdo->sqliteCreateFunction('nested', function () use ($pdo) {
    suspend();
    return value($pdo, 'SELECT v FROM t');
});
say('in main', value($pdo, 'SELECT nested()'));
say('in a coroutine', await(spawn(fn() => value($pdo, 'SELECT nested()'))));
$pdo->sqliteCreateFunction('in_a_fiber', function () use ($pdo) {
    $fiber = new Fiber(fn() => value($pdo, 'SELECT v FROM t'));
    $fiber->start();
    return $fiber->getReturn();
});
say('in a fiber of the coroutine', await(spawn(fn() => value($pdo, 'SELECT in_a_fiber()'))));
echo "done\n";
--EXPECT--
in main: one
in a coroutine: one
in a fiber of the coroutine: one
done

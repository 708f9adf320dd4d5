--TEST--
SPEC 30.10, 18.1: a user Fiber works on the binding of the coroutine that runs it
--FILE--
<?php
use function Async\{await, spawn};
require __DIR__ . '/helpers.inc';
$pdo = pool(2, database(TABLE), NAMED);
await(spawn(function () use ($pdo) {
    $pdo->beginTransaction();
    $name = name_of($pdo);
    $fiber = new Fiber(function () use ($pdo, $name) {
        say('in the fiber', $pdo->inTransaction(), name_of($pdo) === $name);
        Fiber::suspend();
        $pdo->exec("INSERT INTO t VALUES (1, 'one')");
        $pdo->commit();
    });
    $fiber->start();
    say('between', $pdo->inTransaction());
    $fiber->resume();
    say('after', $pdo->inTransaction(), usage($pdo));
}));
say('committed', value($pdo, 'SELECT count(*) FROM t'));
echo "done\n";
--EXPECT--
in the fiber: true | true
between: true
after: false | 1 idle, 0 active
committed: 1
done

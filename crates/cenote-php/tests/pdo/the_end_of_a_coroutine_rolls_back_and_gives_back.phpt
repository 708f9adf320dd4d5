--TEST--
SPEC 18.6, 19.9, 35.1: a coroutine that ends with an open transaction, normally or by an exception, has it rolled back before its awaiter goes on
--FILE--
<?php
use function Async\{await, spawn};
require __DIR__ . '/helpers.inc';
$file = database(TABLE);
$pdo = pool(1, $file, NAMED);
$first = name_of($pdo);
$open = function () use ($pdo) {
    $pdo->beginTransaction();
    $pdo->exec("INSERT INTO t VALUES (1, 'one')");
};
await(spawn($open));
say('normal end', usage($pdo), value($pdo, 'SELECT count(*) FROM t'), $pdo->getPool()->stats()['rollbacks']);
$e = thrown(fn() => await(spawn(function () use ($open) {
    $open();
    throw new DomainException('left in the middle');
})));
say('by an exception', get_class($e), usage($pdo), value($pdo, 'SELECT count(*) FROM t'), $pdo->getPool()->stats()['rollbacks']);
await(spawn(fn() => $pdo->exec('BEGIN IMMEDIATE')));
(new PDO("sqlite:$file", null, null, [PDO::ATTR_TIMEOUT => 0]))->exec("INSERT INTO t VALUES (5, 'five')");
say('the lock of a raw BEGIN is free', usage($pdo), $pdo->inTransaction(), value($pdo, 'SELECT count(*) FROM t'));
say('still the same connection', name_of($pdo) === $first);
echo "done\n";
--EXPECT--
normal end: 1 idle, 0 active | 0 | 1
by an exception: DomainException | 1 idle, 0 active | 0 | 2
the lock of a raw BEGIN is free: 1 idle, 0 active | false | 1
still the same connection: true
done

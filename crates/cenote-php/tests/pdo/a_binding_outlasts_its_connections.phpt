--TEST--
SPEC 18.5: the binding lasts as long as the coroutine while the connection inside comes and goes
--FILE--
<?php
use function Async\suspend;
require __DIR__ . '/helpers.inc';
$pdo = pool(1, database(TABLE), NAMED);
$pdo->setAttribute(PDO::ATTR_ERRMODE, PDO::ERRMODE_SILENT);
$write = fn(string $text) => function () use ($pdo, $text) {
    $pdo->exec("INSERT INTO t (v) VALUES ('$text')");
    $id = $pdo->lastInsertId();
    suspend();
    $own = $pdo->lastInsertId() === $id;
    $pdo->exec('DELETE FROM nowhere');
    suspend();
    return [$own, $pdo->errorCode(), $pdo->getPool()->activeCount()];
};
say('remembered without a connection', together($write('a'), $write('b'), $write('c')));
say('one connection served them all', $pdo->getPool()->stats()['created']);
echo "done\n";
--EXPECT--
remembered without a connection: [[true,"HY000",0],[true,"HY000",0],[true,"HY000",0]]
one connection served them all: 1
done

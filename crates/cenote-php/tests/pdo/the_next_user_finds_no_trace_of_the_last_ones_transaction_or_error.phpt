--TEST--
SPEC 20.1, 35.1: the next coroutine on the connection finds no transaction, no uncommitted row and no error
--FILE--
<?php
use function Async\{await, spawn};
require __DIR__ . '/helpers.inc';
$pdo = pool(1, database(TABLE), NAMED);
$first = name_of($pdo);
$abandon = [
    'beginTransaction' => fn() => $pdo->beginTransaction(),
    'exec' => fn() => $pdo->exec('BEGIN IMMEDIATE'),
    'query' => fn() => $pdo->query('BEGIN')->fetch(),
    'savepoint' => fn() => $pdo->exec('SAVEPOINT s'),
];
foreach ($abandon as $name => $open) {
    await(spawn(function () use ($pdo, $open) {
        $open();
        $pdo->exec("INSERT INTO t VALUES (1, 'one')");
        thrown(fn() => $pdo->exec('DELETE FROM nowhere'));
    }));
    await(spawn(fn() => say(
        $name,
        $pdo->inTransaction(),
        value($pdo, 'SELECT count(*) FROM t'),
        $pdo->errorCode(),
        $pdo->errorInfo(),
        $pdo->beginTransaction(),
        $pdo->rollBack(),
    )));
}
say('one connection all along', name_of($pdo) === $first, $pdo->getPool()->stats()['rollbacks']);
echo "done\n";
--EXPECT--
beginTransaction: false | 0 | 00000 | ["00000",null,null] | true | true
exec: false | 0 | 00000 | ["00000",null,null] | true | true
query: false | 0 | 00000 | ["00000",null,null] | true | true
savepoint: false | 0 | 00000 | ["00000",null,null] | true | true
one connection all along: true | 4
done

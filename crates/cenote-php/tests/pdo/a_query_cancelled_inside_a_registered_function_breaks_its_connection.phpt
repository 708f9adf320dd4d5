--TEST--
SPEC 22.5, 34.10: a coroutine cancelled while a registered function of its query is parked sees AsyncCancellation; the connection is dropped and uncommitted work gone
--FILE--
<?php
use function Async\{await, delay, spawn, suspend};
require __DIR__ . '/helpers.inc';
$pdo = pool(1, database(TABLE), NAMED);
$first = name_of($pdo);
$pdo->sqliteCreateFunction('pause', function () {
    delay(60000);
    return 1;
});
$a = spawn(function () use ($pdo) {
    $pdo->beginTransaction();
    $pdo->exec("INSERT INTO t VALUES (1, 'one')");
    $pdo->query('SELECT pause()');
});
suspend();
$a->cancel();
say('seen', get_class(thrown(fn() => await($a))));
$b = spawn(fn() => say('next', value($pdo, 'SELECT count(*) FROM t'), name_of($pdo) !== $first, $pdo->errorCode()));
await($b);
say('counts', $pdo->getPool()->count(), $pdo->getPool()->stats()['destroyed'] >= 1);
echo "done\n";
--EXPECT--
seen: Async\AsyncCancellation
next: 0 | true | 00000
counts: 1 | true
done

--TEST--
SPEC 18.4, 34.9: the main flow has the same binding before and after the scheduler starts
--FILE--
<?php
use function Async\{await, spawn};
require __DIR__ . '/helpers.inc';
$pdo = pool(2, database(TABLE), NAMED);
$pdo->beginTransaction();
$pdo->exec("INSERT INTO t VALUES (1, 'one')");
$name = name_of($pdo);
await(spawn(function () use ($pdo, $name) {
    say('another', $pdo->inTransaction(), name_of($pdo) === $name, value($pdo, 'SELECT count(*) FROM t'));
}));
say('main', $pdo->inTransaction(), name_of($pdo) === $name, value($pdo, 'SELECT count(*) FROM t'));
$pdo->commit();
await(spawn(fn() => say('after commit', value($pdo, 'SELECT count(*) FROM t'))));
echo "done\n";
--EXPECT--
another: false | false | 0
main: true | true | 1
after commit: 1
done

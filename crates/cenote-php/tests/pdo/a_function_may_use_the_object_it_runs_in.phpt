--TEST--
SPEC 18.1, 26.2: a registered function that queries the same object works on its coroutine's connection and may switch
--FILE--
<?php
use function Async\suspend;
require __DIR__ . '/helpers.inc';
$pdo = pool(2, database(TABLE, "INSERT INTO t VALUES (1, 'one'), (2, 'two')"), NAMED);
$pdo->sqliteCreateFunction('lookup', function ($id) use ($pdo) {
    suspend();
    $statement = $pdo->prepare('SELECT v FROM t WHERE id = ?');
    $statement->execute([$id]);
    return $statement->fetchColumn() . '/' . ($GLOBALS['names'][name_of($pdo)] ?? 'new');
});
$names = [];
$use = fn(int $id) => function () use ($pdo, $id) {
    $pdo->beginTransaction();
    $GLOBALS['names'][name_of($pdo)] = "connection of $id";
    $seen = value($pdo, "SELECT lookup($id)");
    $pdo->commit();
    return $seen;
};
say('seen', together($use(1), $use(2)));
echo "done\n";
--EXPECT--
seen: ["one/connection of 1","two/connection of 2"]
done

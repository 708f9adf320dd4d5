--TEST--
SPEC 19.2: any PDOStatement that is not destroyed holds the connection, prepared or queried, finished or not
--FILE--
<?php
require __DIR__ . '/helpers.inc';
$pdo = pool(2, database(TABLE, "INSERT INTO t VALUES (1, 'one'), (2, 'two')"));
$states = [
    'prepared only' => fn() => $pdo->prepare('SELECT v FROM t'),
    'queried, nothing read' => fn() => $pdo->query('SELECT v FROM t'),
    'one row read' => function () use ($pdo) {
        $statement = $pdo->query('SELECT v FROM t');
        $statement->fetch();
        return $statement;
    },
    'all rows read' => function () use ($pdo) {
        $statement = $pdo->query('SELECT v FROM t');
        $statement->fetchAll();
        return $statement;
    },
    'cursor closed' => function () use ($pdo) {
        $statement = $pdo->query('SELECT v FROM t');
        $statement->closeCursor();
        return $statement;
    },
    'failed in execute' => function () use ($pdo) {
        $statement = $pdo->prepare('INSERT INTO t VALUES (?, ?)');
        thrown(fn() => $statement->execute([1, 'x']));
        return $statement;
    },
    'only in a lazy row' => fn() => $pdo->query('SELECT v FROM t')->fetch(PDO::FETCH_LAZY),
    'only in an iterator' => fn() => $pdo->query('SELECT v FROM t')->getIterator(),
];
foreach ($states as $name => $make) {
    $kept = $make();
    $held = usage($pdo);
    $kept = null;
    say($name, $held, usage($pdo));
}
$a = $pdo->prepare('SELECT 1');
$b = $pdo->prepare('SELECT 2');
$a = null;
say('one of two destroyed', usage($pdo));
$b = null;
say('both', usage($pdo));
echo "done\n";
--EXPECT--
prepared only: 0 idle, 1 active | 1 idle, 0 active
queried, nothing read: 0 idle, 1 active | 1 idle, 0 active
one row read: 0 idle, 1 active | 1 idle, 0 active
all rows read: 0 idle, 1 active | 1 idle, 0 active
cursor closed: 0 idle, 1 active | 1 idle, 0 active
failed in execute: 0 idle, 1 active | 1 idle, 0 active
only in a lazy row: 0 idle, 1 active | 1 idle, 0 active
only in an iterator: 0 idle, 1 active | 1 idle, 0 active
one of two destroyed: 0 idle, 1 active
both: 1 idle, 0 active
done

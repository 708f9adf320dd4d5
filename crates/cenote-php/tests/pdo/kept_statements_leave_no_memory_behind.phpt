--TEST--
SPEC 25.2, 29.2: taking a kept statement, by query() or by prepare(), leaves no memory behind
--FILE--
<?php
require __DIR__ . '/helpers.inc';
$pdo = pool(1, database(TABLE, "INSERT INTO t VALUES (1, 'one'), (2, 'two')"), [PDO::ATTR_POOL_STMT_CACHE_SIZE => 2]);
$uses = [
    'query' => fn() => $pdo->query('SELECT id, v FROM t')->fetchAll(PDO::FETCH_ASSOC),
    'query, not read' => fn() => $pdo->query('SELECT id, v FROM t'),
    'query with a fetch mode' => fn() => $pdo->query('SELECT v FROM t', PDO::FETCH_COLUMN, 0)->fetchAll(),
    'prepare' => function () use ($pdo) {
        $statement = $pdo->prepare('SELECT id, v FROM t WHERE id > :id');
        $statement->execute(['id' => 0]);
        $statement->execute(['id' => 1]);
        return $statement->fetchAll(PDO::FETCH_ASSOC);
    },
    'prepare, not executed' => fn() => $pdo->prepare('SELECT id FROM t'),
    'bound columns' => function () use ($pdo) {
        $statement = $pdo->prepare('SELECT id, v FROM t');
        $statement->bindColumn('v', $v);
        $statement->execute();
        $statement->fetch(PDO::FETCH_BOUND);
        return $v;
    },
    'evicted' => function () use ($pdo) {
        foreach ([1, 2, 3, 1] as $n) {
            $pdo->query("SELECT $n")->fetchColumn();
            $last = $pdo->query("SELECT $n")->fetchColumn();
        }
        return $last;
    },
    'after a change of the table' => function () use ($pdo) {
        $count = fn() => count($pdo->query('SELECT * FROM t')->fetch(PDO::FETCH_NUM));
        $counts = [$count()];
        $pdo->exec('ALTER TABLE t ADD COLUMN c');
        $counts[] = $count();
        $pdo->exec('ALTER TABLE t DROP COLUMN c');
        return [...$counts, $count()] === [2, 3, 2];
    },
];
foreach ($uses as $name => $use) {
    for ($i = 0; $i < 20; $i++) {
        $result = $use();
    }
    $first = json_encode($result);
    unset($result);
    $before = memory_get_usage();
    for ($i = 0; $i < 100; $i++) {
        $result = $use();
    }
    $same = json_encode($result) === $first;
    unset($result);
    $grown = memory_get_usage() - $before;
    say($name, $same, $grown < 1000 ? 'no more memory' : "$grown bytes");
}
echo "done\n";
--EXPECT--
query: true | no more memory
query, not read: true | no more memory
query with a fetch mode: true | no more memory
prepare: true | no more memory
prepare, not executed: true | no more memory
bound columns: true | no more memory
evicted: true | no more memory
after a change of the table: true | no more memory
done

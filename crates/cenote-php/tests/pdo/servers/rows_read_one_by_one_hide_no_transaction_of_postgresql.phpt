--TEST--
SPEC 19.3, 19.9, 22.3: a transaction is known while rows of PostgreSQL are read one by one in it (PDO::ATTR_PREFETCH, since PHP 8.5), when libpq does not tell
--SKIPIF--
<?php
if (PHP_VERSION_ID < 80500) die('skip pdo_pgsql fetches single rows since PHP 8.5');
require __DIR__ . '/skip.inc';
?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
use function Async\{await, spawn};

$server = Server::PostgreSql;
$admin = $server->plain();
$table = $server->table($admin, 'v int');
$kept = fn () => column($admin, "SELECT v FROM $table ORDER BY v");
$prepare = fn (PDO $pdo, string $text) => $pdo->prepare($text, [PDO::ATTR_PREFETCH => 0]);
$begun = function (PDO $pdo, int $rows = 1000000) use ($prepare): PDOStatement {
    $statement = $prepare($pdo, "SELECT n FROM generate_series(1, $rows) AS n");
    $statement->execute();
    $statement->fetchColumn();
    return $statement;
};
$to_the_end = function (PDOStatement $statement): string {
    while ($statement->fetchColumn() !== false);
    return 'read';
};

echo "the server goes away in the middle\n";
$pdo = $server->pool(1, [PDO::ATTR_POOL_ACQUIRE_TIMEOUT => 5]);
$meets = [
    'read on' => fn (PDOStatement &$rows) => $to_the_end($rows),
    'something else' => fn () => $pdo->exec("INSERT INTO $table VALUES (2)"),
    'let go' => function (?PDOStatement &$rows) {
        $rows = null;
    },
];
foreach ($meets as $how => $meet) {
    $pdo->beginTransaction();
    $pdo->exec("INSERT INTO $table VALUES (1)");
    $id = $server->id($pdo);
    $rows = $begun($pdo);
    $server->end($admin, $id);
    say($how, attempt(function () use ($meet, &$rows) {
        return $meet($rows);
    }));
    say('then', attempt(fn () => $pdo->exec("INSERT INTO $table VALUES (3)")), attempt(fn () => $pdo->commit()), $pdo->inTransaction());
    say('and', $pdo->rollBack(), $pdo->inTransaction(), value($pdo, 'SELECT 7'), $kept());
    $rows = null;
}
$rows = $begun($pdo);
$server->end($admin, (int) $pdo->pgsqlGetPid());
say('without a transaction', attempt(fn () => $to_the_end($rows)), value($pdo, 'SELECT 8'));
$rows = null;

echo "inTransaction()\n";
$looks = function (PDO $pdo) use ($begun): array {
    $rows = $begun($pdo);
    $seen = ['without' => [$pdo->inTransaction(), $rows->fetchColumn(), attempt(fn () => $pdo->beginTransaction())]];
    $rows = null;
    $seen['let go'] = $pdo->inTransaction();
    $pdo->beginTransaction();
    $rows = $begun($pdo);
    $seen['in one'] = [$pdo->inTransaction(), $rows->fetchColumn(), $pdo->inTransaction()];
    // Which discards the rows.
    $seen['something else'] = [$pdo->exec('SELECT 1'), $pdo->inTransaction(), $rows->fetchColumn()];
    $rows = $begun($pdo);
    $seen['rolled back'] = [$pdo->rollBack(), $pdo->inTransaction(), $rows->fetchColumn()];
    return $seen;
};
$pooled = $looks($pdo);
foreach ($pooled as $what => $seen) {
    say($what, $seen);
}
say('as on plain PDO', $pooled === $looks($server->plain()));
$rows = $begun($pdo, 3);
say('read to the end', $to_the_end($rows), $pdo->inTransaction(), $pdo->beginTransaction());
$rows->execute();
say('in one', $to_the_end($rows), $pdo->inTransaction(), $pdo->rollBack(), $pdo->inTransaction());
$rows = null;
$begin = $prepare($pdo, 'BEGIN');
say('begun so', $begin->execute(), $pdo->inTransaction(), $pdo->rollBack(), $pdo->inTransaction());
$begin = null;
until(fn () => $pdo->getPool()->activeCount() === 0);

echo "its coroutine ends\n";
$rollbacks = $pdo->getPool()->stats()['rollbacks'];
$ends = function (string $how, callable $reads) use ($pdo, $server, $admin, $table, $kept): array {
    $statements = await(spawn(function () use ($pdo, $table, $reads) {
        $pdo->beginTransaction();
        $insert = $pdo->prepare("INSERT INTO $table VALUES (?)");
        $insert->execute([4]);
        return [$reads($pdo), $insert];
    }));
    say($how, $server->open_transactions($admin), $kept(), usage($pdo));
    return $statements;
};
[$rows, $insert] = $ends('in the middle', $begun);
say('the statements', substr(throws(fn () => $rows->fetch()), 0, 37), substr(throws(fn () => $insert->execute([5])), 0, 37));
$rows = $insert = null;
[$rows, $insert] = $ends('after the last row', function (PDO $pdo) use ($begun, $to_the_end) {
    $rows = $begun($pdo, 3);
    $to_the_end($rows);
    return $rows;
});
say('the statements', $rows->execute(), $rows->fetchAll(PDO::FETCH_COLUMN), $insert->execute([6]), $kept());
$rows = $insert = null;
$rows = await(spawn($begun, $pdo, 1000));
say('without a transaction', usage($pdo), count($rows->fetchAll()));
$rows = null;
until(fn () => $pdo->getPool()->activeCount() === 0);
say('after all', usage($pdo), $pdo->getPool()->stats()['rollbacks'] - $rollbacks, $pdo->getPool()->stats()['broken'], value($pdo, 'SELECT 9'));
echo "done\n";
?>
--EXPECT--
the server goes away in the middle
read on: PDOException
then: PDOException 25000 | PDOException 25000 | true
and: true | false | 7 | []
something else: PDOException
then: PDOException 25000 | PDOException 25000 | true
and: true | false | 7 | []
let go: null
then: PDOException 25000 | PDOException 25000 | true
and: true | false | 7 | []
without a transaction: PDOException | 8
inTransaction()
without: [true,2,"PDOException"]
let go: false
in one: [true,2,true]
something else: [0,true,false]
rolled back: [true,false,false]
as on plain PDO: true
read to the end: read | false | true
in one: read | true | true | false
begun so: true | true | true | false
its coroutine ends
in the middle: 0 | [] | 1 idle, 0 active
the statements: PDOException: The statement was close | PDOException: The statement was close
after the last row: 0 | [] | 0 idle, 1 active
the statements: true | [1,2,3] | true | [6]
without a transaction: 0 idle, 1 active | 999
after all: 1 idle, 0 active | 2 | 4 | 9
done

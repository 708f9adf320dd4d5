--TEST--
SPEC 25.6: a kept statement that PostgreSQL does not know any more is prepared anew and executed once more, unseen; inside a transaction the error is raised
--SKIPIF--
<?php require __DIR__ . '/skip.inc'; ?>
--FILE--
<?php
use function Async\{await, spawn};
require __DIR__ . '/helpers.inc';

// The rules cannot read this one's body, so that the pool does not know.
const FORGET = "DO $$ BEGIN EXECUTE 'DEALLOCATE ALL'; END $$";

$server = Server::PostgreSql;
$admin = $server->plain();
$table = $server->table($admin, 'n int');
$pdo = $server->pool(1, [PDO::ATTR_POOL_STMT_CACHE_SIZE => 8]);
$insert = function (int $n) use ($pdo, $table): string {
    try {
        $statement = $pdo->prepare("INSERT INTO $table VALUES (?)");
        $statement->execute([$n]);
        return 'done';
    } catch (PDOException $e) {
        return $e->getCode();
    }
};
$rows = fn () => implode(' ', $admin->query("SELECT n FROM $table ORDER BY n")->fetchAll(PDO::FETCH_COLUMN));

// Each in a coroutine of its own, which begins with a clean connection that keeps what is prepared.
await(spawn(function () use ($pdo, $insert, $rows) {
    echo 'first: ', $insert(1), "\n";
    $pdo->exec(FORGET);
    echo 'forgotten: ', $insert(2), ', rows ', $rows(), "\n";
}));
await(spawn(function () use ($pdo, $insert, $rows) {
    echo 'first: ', $insert(3), "\n";
    $pdo->exec(FORGET);
    $pdo->beginTransaction();
    echo 'in a transaction: ', $insert(4), ', open ', var_export($pdo->inTransaction(), true), "\n";
    echo 'the transaction has failed: ', $insert(5), "\n";
    $pdo->rollBack();
    echo 'after it: ', $insert(6), ', rows ', $rows(), "\n";
}));
await(spawn(function () use ($pdo, $insert, $rows) {
    echo 'first: ', $insert(7), "\n";
    $pdo->exec('DEALLOCATE ALL');
    echo 'deallocated: ', $insert(8), ', rows ', $rows(), "\n";
}));

$select = fn () => await(spawn(function () use ($pdo, $table) {
    $statement = $pdo->prepare("SELECT * FROM $table WHERE n = ?");
    $statement->execute([1]);
    return json_encode($statement->fetch(PDO::FETCH_ASSOC));
}));
echo $select(), "\n";
$admin->exec("ALTER TABLE $table ADD COLUMN text text DEFAULT 'new'");
echo "another column: ", $select(), "\n";
$admin->exec("ALTER TABLE $table ALTER COLUMN n TYPE bigint");
echo "another type: ", $select(), "\n";
echo "done\n";
?>
--EXPECT--
first: done
forgotten: done, rows 1 2
first: done
in a transaction: 26000, open true
the transaction has failed: 25P02
after it: done, rows 1 2 3 6
first: done
deallocated: done, rows 1 2 3 6 7 8
{"n":1}
another column: {"n":1,"text":"new"}
another type: {"n":1,"text":"new"}
done

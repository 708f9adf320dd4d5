--TEST--
SPEC 25.2, 25.7: a statement that goes from the cache is closed on the server; in a failed transaction that waits until the transaction is over
--SKIPIF--
<?php require __DIR__ . '/skip.inc'; ?>
--FILE--
<?php
use function Async\{await, spawn};
require __DIR__ . '/helpers.inc';

$server = Server::PostgreSql;
$admin = $server->plain();
$pdo = $server->pool(1, [PDO::ATTR_POOL_STMT_CACHE_SIZE => 2]);
$on_server = fn (): int => (int) $pdo->query('SELECT count(*) FROM pg_prepared_statements')->fetchColumn();
$use = function (int ...$numbers) use ($pdo) {
    foreach ($numbers as $number) {
        $statement = $pdo->prepare("SELECT $number + ?::int");
        $statement->execute([0]);
        unset($statement);
    }
};
$id = $server->id($pdo);
$last_sent = fn () => implode(': ', $admin->query("SELECT state, query FROM pg_stat_activity WHERE pid = $id")->fetch(PDO::FETCH_NUM));
await(spawn(function () use ($pdo, $use, $on_server, $last_sent) {
    // The question itself is one of them, and what it takes the place of is closed after it.
    $use(1, 2, 3, 4, 5);
    echo 'kept and the question: ', $on_server(), "\n";

    $pdo->beginTransaction();
    $live = $pdo->prepare('SELECT 6 + ?::int');
    $live->execute([0]);
    try {
        $pdo->exec('SELECT 1 / 0');
    } catch (PDOException $e) {
        echo $e->getCode(), "\n";
    }
    // These go, and cannot be closed now: a DEALLOCATE would be one more error.
    unset($live);
    try {
        $use(7);
    } catch (PDOException $e) {
        echo $e->getCode(), "\n";
    }
    echo $last_sent(), "\n";
    echo 'open ', var_export($pdo->inTransaction(), true), ', commit ', var_export($pdo->commit(), true), "\n";
    echo 'kept, the question among them: ', $on_server(), "\n";
}));
echo 'idle ', $pdo->getPool()->idleCount(), "\n";
echo "done\n";
?>
--EXPECT--
kept and the question: 3
22012
25P02
idle in transaction (aborted): SELECT 7 + $1::int
open true, commit true
kept, the question among them: 2
idle 1
done

--TEST--
SPEC 19.3, 20.1, 34.16: a transaction that raw SQL began pins the connection and is rolled back at the coroutine's end, an aborted one too
--SKIPIF--
<?php if (!getenv('CENOTE_POSTGRES')) die('skip needs scripts/servers/run.sh'); ?>
--FILE--
<?php
use function Async\{spawn, await};

$dsn = 'pgsql:' . getenv('CENOTE_POSTGRES');
$admin = new PDO($dsn);
$admin->exec('DROP TABLE IF EXISTS raw_transactions; CREATE TABLE raw_transactions (v int)');
$pdo = new PDO($dsn, null, null, [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 1]);
foreach (['BEGIN', 'START TRANSACTION'] as $begin) {
    await(spawn(function () use ($pdo, $begin) {
        $pdo->exec($begin);
        $pdo->exec('INSERT INTO raw_transactions VALUES (1)');
        echo "$begin: active ", $pdo->getPool()->activeCount(), "\n";
        var_dump($pdo->inTransaction());
    }));
}
await(spawn(function () use ($pdo) {
    $pdo->exec('BEGIN');
    try {
        $pdo->exec('SELECT 1 / 0');
    } catch (PDOException) {
    }
    echo "aborted: active ", $pdo->getPool()->activeCount(), "\n";
    var_dump($pdo->inTransaction());
}));
await(spawn(function () use ($pdo) {
    var_dump($pdo->inTransaction());
    echo "rows ", $pdo->query('SELECT count(*) FROM raw_transactions')->fetchColumn(), "\n";
}));
$stats = $pdo->getPool()->stats();
echo "rollbacks $stats[rollbacks], resets $stats[resets], created $stats[created], active $stats[active]\n";
$admin->exec('DROP TABLE raw_transactions');
echo "done\n";
?>
--EXPECT--
BEGIN: active 1
bool(true)
START TRANSACTION: active 1
bool(true)
aborted: active 1
bool(true)
bool(false)
rows 0
rollbacks 3, resets 0, created 1, active 0
done

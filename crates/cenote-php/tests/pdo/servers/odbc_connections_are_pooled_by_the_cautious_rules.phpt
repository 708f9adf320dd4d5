--TEST--
SPEC 27.1, 27.2: pdo_odbc is pooled by the rules for any other driver: transactions pin, are rolled back, and nothing is left
--SKIPIF--
<?php if (!getenv('CENOTE_ODBC') || !extension_loaded('pdo_odbc')) die('skip needs scripts/servers/run.sh with pdo_odbc'); ?>
--FILE--
<?php
use function Async\{spawn, await};

$admin = new PDO('pgsql:' . getenv('CENOTE_POSTGRES'));
$admin->exec('DROP TABLE IF EXISTS by_odbc; CREATE TABLE by_odbc (a int)');
$options = [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 1];
$pdo = new PDO('odbc:' . getenv('CENOTE_ODBC'), null, null, $options);
await(spawn(function () use ($pdo) {
    $pdo->beginTransaction();
    $pdo->exec('INSERT INTO by_odbc VALUES (1)');
    var_dump($pdo->inTransaction());
}));
await(spawn(function () use ($pdo) {
    var_dump($pdo->inTransaction());
    $statement = $pdo->prepare('SELECT a FROM by_odbc WHERE a = ?');
    $statement->execute([1]);
    echo count($statement->fetchAll()), " rows\n";
}));
echo 'idle ', $pdo->getPool()->idleCount(), "\n";
$pdo = null;
$admin->exec('DROP TABLE by_odbc');
echo "done\n";
?>
--EXPECT--
bool(true)
bool(false)
0 rows
idle 1
done

--TEST--
SPEC 5.6, 22.7: connects that fail give each waiting coroutine the error of the plain driver, and nobody waits for ever
--SKIPIF--
<?php if (!getenv('CENOTE_POSTGRES')) die('skip needs scripts/servers/run.sh'); ?>
--FILE--
<?php
use function Async\{spawn, await_all};

$dsn = 'pgsql:' . getenv('CENOTE_POSTGRES') . ';dbname=is_not_there';
try {
    new PDO($dsn);
} catch (PDOException $plain) {
}
$pdo = new PDO($dsn, null, null, [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 1]);
$coroutines = [];
for ($i = 0; $i < 4; $i++) {
    $coroutines[] = spawn(fn () => $pdo->query('SELECT 1'));
}
[$results, $errors] = await_all($coroutines);
echo count($errors), " errors\n";
foreach ($errors as $error) {
    var_dump($error->getMessage() === $plain->getMessage() && $error->getCode() === $plain->getCode());
}
echo $pdo->getPool()->count(), " connections\n";
echo "done\n";
?>
--EXPECT--
4 errors
bool(true)
bool(true)
bool(true)
bool(true)
0 connections
done

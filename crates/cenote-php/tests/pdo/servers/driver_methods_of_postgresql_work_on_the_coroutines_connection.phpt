--TEST--
SPEC 27.5, 21.6: COPY, notifications and large objects work on the coroutine's connection
--SKIPIF--
<?php if (!getenv('CENOTE_POSTGRES')) die('skip needs scripts/servers/run.sh'); ?>
--FILE--
<?php
use function Async\{spawn, await};

$dsn = 'pgsql:' . getenv('CENOTE_POSTGRES');
$admin = new PDO($dsn);
$admin->exec('DROP TABLE IF EXISTS copied; CREATE TABLE copied (a int)');
$pdo = new PDO($dsn, null, null, [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 2]);
await(spawn(function () use ($pdo, $admin) {
    var_dump($pdo->pgsqlCopyFromArray('copied', ['1', '2']));
    echo implode($pdo->pgsqlCopyToArray('copied'));
    $pdo->exec('LISTEN news');
    $admin->exec("NOTIFY news, 'hello'");
    echo $pdo->pgsqlGetNotify(PDO::FETCH_ASSOC, 5000)['payload'], "\n";
    $pdo->beginTransaction();
    $oid = $pdo->pgsqlLOBCreate();
    $stream = $pdo->pgsqlLOBOpen($oid, 'w');
    fwrite($stream, "large\n");
    $stream = null;
    $stream = $pdo->pgsqlLOBOpen($oid, 'r');
    echo stream_get_contents($stream);
    $stream = null;
    $pdo->rollBack();
}));
echo 'total ', $pdo->getPool()->stats()['total'], "\n";
$admin->exec('DROP TABLE copied');
echo "done\n";
?>
--EXPECT--
bool(true)
1
2
hello
large
total 1
done

--TEST--
SPEC 20.1, 23.2: beside an error that PDO itself raises there is nothing left of a server's error to another coroutine
--SKIPIF--
<?php require __DIR__ . '/skip.inc'; ?>
--FILE--
<?php
use function Async\{spawn, await};

function attempt(PDO $pdo, callable $call): void
{
    try {
        $call($pdo);
    } catch (PDOException) {
        [$state, $number] = $pdo->errorInfo();
        echo $state, ' ', json_encode($number), ' ', str_contains(json_encode($pdo->errorInfo()), 'secret') ? 'secret' : '-', "\n";
    }
}
$servers = ['pgsql:' . getenv('CENOTE_POSTGRES') => null, 'mysql:unix_socket=' . getenv('CENOTE_MARIADB') => 'root'];
foreach ($servers as $dsn => $user) {
    $pdo = new PDO($dsn, $user, null, [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 1]);
    await(spawn(attempt(...), $pdo, fn ($pdo) => $pdo->exec('a secret')));
    await(spawn(attempt(...), $pdo, function ($pdo) {
        $statement = $pdo->query('SELECT 1');
        $pdo->getAttribute(99);
    }));
    await(spawn(attempt(...), $pdo, fn ($pdo) => $pdo->getAttribute(99)));
    echo 'connections made: ', $pdo->getPool()->stats()['created'], "\n";
}
echo "done\n";
?>
--EXPECT--
42601 7 secret
IM001 null -
IM001 null -
connections made: 1
42000 1064 secret
IM001 null -
IM001 null -
connections made: 1
done

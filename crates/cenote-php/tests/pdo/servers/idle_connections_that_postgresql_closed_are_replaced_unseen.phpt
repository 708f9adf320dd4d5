--TEST--
SPEC 20.2, 22.2: connections that the server closed while they were idle are replaced unseen, over TLS too
--SKIPIF--
<?php if (!getenv('CENOTE_POSTGRES')) die('skip needs scripts/servers/run.sh'); ?>
--FILE--
<?php
use function Async\{spawn, await};

$admin = new PDO('pgsql:' . getenv('CENOTE_POSTGRES'));
foreach (['CENOTE_POSTGRES', 'CENOTE_POSTGRES_TCP'] as $place) {
    $pdo = new PDO('pgsql:' . getenv($place), null, null, [PDO::ATTR_POOL_ENABLED => true]);
    $first = await(spawn(fn () => $pdo->pgsqlGetPid()));
    echo "kept: ";
    var_dump(await(spawn(fn () => $pdo->pgsqlGetPid())) === $first);
    $admin->query("SELECT pg_terminate_backend($first, 5000)");
    usleep(20000);
    echo "replaced: ";
    var_dump(await(spawn(fn () => $pdo->query('SELECT pg_backend_pid()')->fetchColumn())) !== $first);
    $stats = $pdo->getPool()->stats();
    echo "total $stats[total], broken $stats[broken], created $stats[created]\n";
}
echo "done\n";
?>
--EXPECT--
kept: bool(true)
replaced: bool(true)
total 1, broken 1, created 2
kept: bool(true)
replaced: bool(true)
total 1, broken 1, created 2
done

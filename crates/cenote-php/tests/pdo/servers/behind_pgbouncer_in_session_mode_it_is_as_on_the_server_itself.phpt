--TEST--
SPEC 21.5, 21.8, 25.2, 25.7, 20.2: behind PgBouncer in session mode statements are kept, session state is cleaned, a statement freed in an aborted transaction does no harm, and a connection that PgBouncer closed is replaced unseen
--SKIPIF--
<?php require __DIR__ . '/skip.inc'; getenv('CENOTE_PGBOUNCER') || die('skip needs scripts/servers/run.sh with pgbouncer'); ?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
use function Async\{await, spawn};

preg_match('/host=(\S+) port=(\S+)/', getenv('CENOTE_PGBOUNCER'), $found);
$proxy = new FaultyProxy("unix://$found[1]/.s.PGSQL.$found[2]");
$pdo = new PDO("pgsql:host=127.0.0.1 port=$proxy->port user=cenote dbname=session sslmode=disable", options: [
    PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 1, PDO::ATTR_POOL_STMT_CACHE_SIZE => 8,
]);
$use = function (int $i) use ($pdo) {
    $statement = $pdo->prepare('SELECT ?::int');
    $statement->execute([$i]);
    return $statement->fetchColumn();
};
say('rows', together(...array_map(fn ($i) => fn () => $use($i), range(1, 5))), 'kept', $pdo->getPool()->stats()['cacheHits']);

await(spawn(function () use ($pdo) {
    $pdo->exec("SET work_mem = '3MB'; CREATE TEMP TABLE mine (v int); LISTEN here");
    say('its own setting', value($pdo, 'SHOW work_mem'));
}));
say('the next one', value($pdo, 'SHOW work_mem') !== '3MB', value($pdo, "SELECT to_regclass('mine')"), $pdo->query('SELECT * FROM pg_listening_channels()')->fetchAll());

$pdo->beginTransaction();
$statement = $pdo->prepare('SELECT 7 + ?::int');
$statement->execute([0]);
say('an error', attempt(fn () => $pdo->exec('SELECT 1 / 0')));
$statement = null;
say('rolled back', $pdo->rollBack(), $use(8));

$connects = $proxy->connects();
$proxy->cut();
Async\delay(50);
say('after a cut', $use(9), $proxy->connects() - $connects);
echo "done\n";
?>
--EXPECT--
rows: [1,2,3,4,5] | kept | 4
its own setting: 3MB
the next one: true | null | []
an error: PDOException
rolled back: true | 8
after a cut: 9 | 1
done

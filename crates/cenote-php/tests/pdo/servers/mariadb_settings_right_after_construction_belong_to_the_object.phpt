--TEST--
SPEC 21.9: what a framework's connector sends first to MariaDB holds on every connection, also after cleaning; a setting that comes later, or that is none of the pure kind, holds its connection
--SKIPIF--
<?php if (!getenv('CENOTE_MARIADB')) die('skip needs scripts/servers/run.sh'); ?>
--FILE--
<?php
use function Async\{spawn, await, suspend};

function pool(): PDO
{
    $dsn = 'mysql:charset=utf8mb4;unix_socket=' . getenv('CENOTE_MARIADB');
    return new PDO($dsn, 'root', null, [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 3]);
}
$pdo = pool();
$pdo->exec('use `information_schema`;');
$pdo->prepare("set names 'utf8mb4' collate 'utf8mb4_unicode_ci'")->execute();
$pdo->prepare('set time_zone="+05:00"')->execute();
$pdo->exec("set session sql_mode='ANSI_QUOTES,STRICT_TRANS_TABLES'");
$pdo->query('SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED');
echo 'held by the preamble: ', $pdo->getPool()->activeCount(), "\n";

// MySQL has another name for it.
$isolation = pool()->query("SHOW VARIABLES LIKE 'tx_isolation'")->fetch() ? 'tx_isolation' : 'transaction_isolation';
$look = function () use ($pdo, $isolation) {
    $statement = $pdo->query("SELECT CONCAT_WS(' ', DATABASE(), @@collation_connection, @@time_zone, @@sql_mode, @@$isolation)");
    suspend();
    return $statement->fetchColumn();
};
$together = function () use ($look, $pdo) {
    $seen = array_map(await(...), array_map(spawn(...), [$look, $look, $look]));
    echo implode("\n", array_unique($seen)), ' on ', $pdo->getPool()->stats()['created'], "\n";
};
$together();
await(spawn(function () use ($pdo) {
    $pdo->exec('USE mysql');
    $pdo->exec("SET time_zone = '+01:00', sql_mode = '', @a = 1");
    echo 'held by settings that came later: ', $pdo->getPool()->activeCount(), "\n";
}));
while ($pdo->getPool()->activeCount() > 0) {
    usleep(1000); // cleaned in the background
}
$together();

foreach (['SET @a = 1', 'SET time_zone = @@global.time_zone', 'CREATE TEMPORARY TABLE mysql.t (a int)'] as $text) {
    $pdo = pool();
    $pdo->exec($text);
    echo "$text: held ", $pdo->getPool()->activeCount(), "\n";
}
echo "done\n";
?>
--EXPECT--
held by the preamble: 0
information_schema utf8mb4_unicode_ci +05:00 ANSI_QUOTES,STRICT_TRANS_TABLES READ-COMMITTED on 3
held by settings that came later: 1
information_schema utf8mb4_unicode_ci +05:00 ANSI_QUOTES,STRICT_TRANS_TABLES READ-COMMITTED on 3
SET @a = 1: held 1
SET time_zone = @@global.time_zone: held 1
CREATE TEMPORARY TABLE mysql.t (a int): held 1
done

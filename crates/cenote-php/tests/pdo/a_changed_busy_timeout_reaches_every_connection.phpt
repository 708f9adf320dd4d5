--TEST--
SPEC 24.1, 20.3: ATTR_TIMEOUT set later is used by connections made before it
--FILE--
<?php
use function Async\suspend;
require __DIR__ . '/helpers.inc';
$file = database(TABLE);
$pdo = pool(2, $file, [PDO::ATTR_TIMEOUT => 300]);
$warm = function () use ($pdo) {
    $statement = $pdo->query('SELECT 1');
    suspend();
};
together($warm, $warm);
say('set', $pdo->setAttribute(PDO::ATTR_TIMEOUT, 0));
$holder = new PDO("sqlite:$file");
$holder->exec('BEGIN IMMEDIATE');
$started = hrtime(true);
$write = function () use ($pdo) {
    $statement = $pdo->query('SELECT 1');
    suspend();
    return throws(fn() => $pdo->exec("INSERT INTO t VALUES (1, 'one')"));
};
say('locked', together($write, $write));
say('at once', hrtime(true) - $started < 60e9);
echo "done\n";
--EXPECT--
set: true
locked: ["PDOException: SQLSTATE[HY000]: General error: 5 database is locked","PDOException: SQLSTATE[HY000]: General error: 5 database is locked"]
at once: true
done

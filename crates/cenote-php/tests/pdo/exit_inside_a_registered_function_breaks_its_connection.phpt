--TEST--
SPEC 22.5: after exit() inside a function called by SQLite nothing can be said of the connection: a shutdown function gets a new one
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$pdo = pool(1, database(TABLE));
$pdo->sqliteCreateFunction('leave', function () { exit; });
register_shutdown_function(function () use ($pdo) {
    $pdo->exec('SELECT 1');
    $stats = $pdo->getPool()->stats();
    say('made and destroyed', $stats['created'], $stats['destroyed']);
});
$pdo->exec('SELECT leave()');
echo "not reached\n";
--EXPECT--
made and destroyed: 2 | 1

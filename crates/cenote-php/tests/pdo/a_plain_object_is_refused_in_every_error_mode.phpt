--TEST--
SPEC 28.1: the second user of a busy plain object gets the exception also with silent errors and warnings
--FILE--
<?php
use function Async\{await, spawn, suspend};
require __DIR__ . '/helpers.inc';
set_error_handler(fn($level, $message) => print("unexpected: $message\n"), E_ALL & ~E_DEPRECATED);
foreach (['silent' => PDO::ERRMODE_SILENT, 'warning' => PDO::ERRMODE_WARNING] as $name => $mode) {
    $pdo = new PDO('sqlite:' . database(), null, null, [PDO::ATTR_ERRMODE => $mode]);
    $gate = new Gate();
    $pdo->sqliteCreateFunction('pause', fn() => $gate->pass());
    $first = spawn(fn() => $pdo->query('SELECT pause()')->fetchAll(PDO::FETCH_NUM));
    suspend();
    $e = thrown(fn() => $pdo->exec('SELECT 1'));
    say($name, get_class($e), str_contains($e->getMessage(), 'PDO::ATTR_POOL_ENABLED'));
    $gate->open();
    say('the first', await($first), $pdo->errorCode());
}
echo "done\n";
--EXPECT--
silent: PDOException | true
the first: [[null]] | 00000
warning: PDOException | true
the first: [[null]] | 00000
done

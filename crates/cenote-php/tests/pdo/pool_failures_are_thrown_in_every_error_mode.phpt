--TEST--
SPEC 23.6: acquire timeouts, an open breaker and failed connects are thrown also with silent errors and warnings
--FILE--
<?php
use function Async\{await, spawn};
require __DIR__ . '/helpers.inc';
set_error_handler(fn($level, $message) => print("unexpected: $message\n"));
$file = database();
foreach (['silent' => PDO::ERRMODE_SILENT, 'warning' => PDO::ERRMODE_WARNING, 'exception' => PDO::ERRMODE_EXCEPTION] as $name => $mode) {
    $pdo = pool(1, $file, [PDO::ATTR_POOL_ACQUIRE_TIMEOUT => 0.03, PDO::ATTR_ERRMODE => $mode]);
    $hold = $pdo->query('SELECT 1');
    $e = await(spawn(fn() => thrown(fn() => $pdo->query('SELECT 1'))));
    say("$name, timeout", get_class($e), $e->errorInfo[0]);
    $hold = null;
    $pdo->getPool()->deactivate();
    $e = thrown(fn() => $pdo->exec('SELECT 1'));
    say("$name, breaker", $e->errorInfo[0], $e->getMessage(), get_class($e->getPrevious()));
    $bad = pool(1, '/cenote-none/x.db', [PDO::ATTR_ERRMODE => $mode]);
    say("$name, connect", throws(fn() => $bad->query('SELECT 1')));
}
echo "done\n";
--EXPECT--
silent, timeout: PDOException | HYT00
silent, breaker: HY000 | SQLSTATE[HY000]: Failed to acquire connection from pool: Service is unavailable (circuit breaker is open) | Async\ServiceUnavailableException
silent, connect: PDOException: SQLSTATE[HY000] [14] unable to open database file
warning, timeout: PDOException | HYT00
warning, breaker: HY000 | SQLSTATE[HY000]: Failed to acquire connection from pool: Service is unavailable (circuit breaker is open) | Async\ServiceUnavailableException
warning, connect: PDOException: SQLSTATE[HY000] [14] unable to open database file
exception, timeout: PDOException | HYT00
exception, breaker: HY000 | SQLSTATE[HY000]: Failed to acquire connection from pool: Service is unavailable (circuit breaker is open) | Async\ServiceUnavailableException
exception, connect: PDOException: SQLSTATE[HY000] [14] unable to open database file
done

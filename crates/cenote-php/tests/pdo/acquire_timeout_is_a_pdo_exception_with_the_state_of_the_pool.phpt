--TEST--
SPEC 23.6, 7.3, 35.15: when the acquire timeout ends, the caller gets a PDOException HYT00 with the state report, and the Async exception as previous
--FILE--
<?php
use function Async\{await, spawn};
require __DIR__ . '/helpers.inc';
$pdo = pool(1, database(TABLE), [PDO::ATTR_POOL_ACQUIRE_TIMEOUT => 0.05]);
$hold = $pdo->query('SELECT 1');
$calls = [
    'query' => fn() => $pdo->query('SELECT 1'),
    'exec' => fn() => $pdo->exec('DELETE FROM t'),
    'prepare' => fn() => $pdo->prepare('SELECT 1'),
    'beginTransaction' => fn() => $pdo->beginTransaction(),
    'quote' => fn() => $pdo->quote('x'),
    'getAttribute' => fn() => $pdo->getAttribute(PDO::ATTR_SERVER_VERSION),
];
foreach ($calls as $name => $call) {
    $e = await(spawn(fn() => thrown($call)));
    say($name, get_class($e), $e->getCode(), $e->errorInfo[0], get_class($e->getPrevious()));
}
foreach (['max=1', 'active=1', 'idle=0', 'creating=0', 'waiting=1', 'breaker=ACTIVE', 'longest hold='] as $part) {
    say($part, str_contains($e->getMessage(), $part));
}
say('in a transaction afterwards', await(spawn(fn() => $pdo->inTransaction())));
$hold = null;
say('pool intact', usage($pdo), $pdo->getPool()->stats()['timeouts'], value($pdo, 'SELECT 3'));
echo "done\n";
--EXPECT--
query: PDOException | HYT00 | HYT00 | Async\TimeoutException
exec: PDOException | HYT00 | HYT00 | Async\TimeoutException
prepare: PDOException | HYT00 | HYT00 | Async\TimeoutException
beginTransaction: PDOException | HYT00 | HYT00 | Async\TimeoutException
quote: PDOException | HYT00 | HYT00 | Async\TimeoutException
getAttribute: PDOException | HYT00 | HYT00 | Async\TimeoutException
max=1: true
active=1: true
idle=0: true
creating=0: true
waiting=1: true
breaker=ACTIVE: true
longest hold=: true
in a transaction afterwards: false
pool intact: 1 idle, 0 active | 6 | 3
done

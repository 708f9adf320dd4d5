--TEST--
SPEC 22.7, 23.7, 7.3, 22.3, 19.9: where the network drops all packets, who waits for a connection or connects ends with the acquire timeout, who waits for an answer can be cancelled or is closed, and then all are served; a transaction is lost, never "not active"
--SKIPIF--
<?php require __DIR__ . '/skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
use function Async\{await, delay, spawn, timeout};

on_each_server(function (Server $server) {
    $admin = $server->plain();
    $table = $server->table($admin, 'v int');
    $proxy = $server->proxy();
    // Two idle connections, and one in a transaction.
    $pdo = $server->pool(3, [PDO::ATTR_POOL_MIN => 3, PDO::ATTR_POOL_ACQUIRE_TIMEOUT => 0.4], $proxy);
    [$begun, $over] = [false, false];
    $holder = spawn(function () use ($pdo, $table, &$begun, &$over) {
        $pdo->beginTransaction();
        $pdo->exec("INSERT INTO $table VALUES (1)");
        $begun = true;
        until(function () use (&$over) { return $over; });
        $seen = [attempt(fn () => $pdo->exec("INSERT INTO $table VALUES (2)")), attempt(fn () => $pdo->commit()), $pdo->inTransaction()];
        return [...$seen, attempt(fn () => $pdo->rollBack()), attempt(fn () => served(fn () => $pdo->exec("INSERT INTO $table VALUES (3)")))];
    });
    until(function () use (&$begun) { return $begun; });

    $proxy->stall();
    $start = microtime(true);
    $stuck = array_map(fn () => spawn(fn () => $pdo->query('SELECT 1')), range(1, 2));
    delay(20);
    say('who waits', together(...array_fill(0, 3, fn () => attempt(fn () => $pdo->query('SELECT 1')))));
    foreach ($stuck as $coroutine) {
        try {
            await($coroutine, timeout(100));
        } catch (Async\OperationCanceledException) {
            $coroutine->cancel();
        }
        try {
            await($coroutine);
        } catch (Async\AsyncCancellation) {
            say('who waits for an answer', 'cancelled');
        }
    }
    say('who connects', together(...array_fill(0, 3, fn () => attempt(fn () => $pdo->query('SELECT 1')))));
    say('all of it', microtime(true) - $start < 20 ? 'bounded' : microtime(true) - $start);

    $proxy->cut();
    $proxy->pass();
    $over = true;
    say('in the transaction', ...await($holder));
    say('others', together(...array_fill(0, 8, fn () => (int) served(fn () => value($pdo, 'SELECT 1')))), usage($pdo));
    until(fn () => $server->open_transactions($admin) === 0); // a server may take a moment to see that a connection was cut
    say('rows', (int) value($admin, "SELECT sum(v) FROM $table"), 'open on the server', $server->open_transactions($admin));
});
echo "done\n";
?>
--EXPECT--
PostgreSql, MariaDb
who waits: ["PDOException HYT00","PDOException HYT00","PDOException HYT00"]
who waits for an answer: cancelled
who waits for an answer: cancelled
who connects: ["PDOException HYT00","PDOException HYT00","PDOException HYT00"]
all of it: bounded
in the transaction: PDOException | PDOException 25000 | true | true | 1
others: [1,1,1,1,1,1,1,1] | 3 idle, 0 active
rows: 3 | open on the server | 0
done

--TEST--
SPEC 7.2, 7.3, 7.5, 23.6, 11.4: on a full pool the acquire timeout is a PDOException HYT00 with the pool's state, as stats() has it; nothing is false or lost
--SKIPIF--
<?php require __DIR__ . '/skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
use function Async\{await, delay, spawn};

/** What the first of two who wait for one of two connections is told, what stats() say then, and what becomes of all others. */
function full_pool(Server $server): array
{
    $pdo = $server->pool(2, [PDO::ATTR_POOL_ACQUIRE_TIMEOUT => 0.8]);
    $over = false;
    $start = microtime(true);
    $holders = array_map(spawn(...), array_fill(0, 2, function () use ($pdo, &$over) {
        $statement = $pdo->query('SELECT 1');
        until(function () use (&$over) { return $over; });
        return count($statement->fetchAll());
    }));
    until(fn () => $pdo->getPool()->activeCount() === 2 && $pdo->getPool()->stats()['creating'] === 0);
    $first = spawn(fn () => thrown(fn () => $pdo->query('SELECT 1')));
    $late = spawn(function () use ($pdo) {
        delay(400);
        return attempt(fn () => (int) value($pdo, 'SELECT 1'));
    });
    $error = await($first);
    $stats = $pdo->getPool()->stats();
    $most = (microtime(true) - $start) * 1000;
    $late = await($late);
    $over = true;
    return [$pdo, $error, $stats, $most, $late, array_map(await(...), $holders)];
}

on_each_server(function (Server $server) {
    // Anew if the machine stood still until the time of both was over.
    for ($attempt = 0; $attempt < 10 && ($stats['timeouts'] ?? 0) !== 1; $attempt++) {
        [$pdo, $error, $stats, $most, $late, $holders] = full_pool($server);
    }
    $text = preg_replace('/longest hold=\d+/', 'longest hold=n', $error->getMessage());
    say('the error', get_class($error), $error->getCode(), get_class($error->getPrevious()));
    say('it says', strstr($text, '. A connection', true));
    preg_match('/longest hold=(\d+)/', $error->getMessage(), $hold);
    say('the hold', $hold[1] >= 780 && $hold[1] <= $most + 20 ? 'as long as it has lasted' : $hold[1]);
    say('stats', array_intersect_key($stats, array_flip(['max', 'total', 'active', 'idle', 'creating', 'waiting', 'timeouts', 'state'])));
    say('names', implode(' ', array_keys($stats)));
    say('the late one', $late, 'the holders', $holders);
    say('then', usage($pdo), $pdo->getPool()->stats()['timeouts'], (int) value($pdo, 'SELECT 1'));
});
echo "done\n";
?>
--EXPECT--
PostgreSql, MariaDb
the error: PDOException | HYT00 | Async\TimeoutException
it says: SQLSTATE[HYT00]: No resource within 800 ms: max=2 active=2 idle=0 creating=0 waiting=2 breaker=ACTIVE longest hold=n ms
the hold: as long as it has lasted
stats: {"max":2,"total":2,"active":2,"idle":0,"creating":0,"waiting":1,"timeouts":1,"state":"ACTIVE"}
names: max min total active idle creating waiting granted acquires waits timeouts created destroyed createFailures rejected expired unhealthy waitP50 waitP99 waitMax holdMax longestHold longestHoldAt state closed resets rollbacks broken cacheHits cacheMisses uncacheable
the late one: PDOException HYT00 | the holders | [1,1]
then: 2 idle, 0 active | 2 | 1
done

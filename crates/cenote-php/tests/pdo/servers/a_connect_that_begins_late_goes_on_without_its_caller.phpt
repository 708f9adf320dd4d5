--TEST--
SPEC 23.7, 23.6, 7.3: the acquire timeout also bounds a connect that begins late in it; the connect goes on without its caller, for the next one
--SKIPIF--
<?php require __DIR__ . '/skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
use function Async\{await, delay, spawn};

/** What becomes of a caller whose connect begins late and gets no answer, and of the next one. */
function late_connect(Server $server): array
{
    $proxy = $server->proxy();
    $pdo = $server->pool(1, [PDO::ATTR_POOL_ACQUIRE_TIMEOUT => 2], $proxy);
    $holder = spawn(fn () => thrown(fn () => $pdo->query($server->sleep(30))));
    until(fn () => $proxy->seen('SELECT') > 0);
    $start = microtime(true);
    $late = spawn(fn () => thrown(fn () => $pdo->query('SELECT 1')));
    delay(1000);
    $next = spawn(fn () => attempt(fn () => (int) value($pdo, 'SELECT 1')));
    delay(200); // less than a second is left
    $proxy->stall();
    $proxy->cut();
    await($holder);
    until(fn () => $proxy->connects() === 2 || $late->isCompleted());
    $error = await($late);
    $took = microtime(true) - $start;
    $proxy->pass();
    $served = await($next);
    return [$pdo, $error, $took, $served, $proxy->connects()];
}

on_each_server(function (Server $server) {
    // Anew if the machine stood still for so long that the connect did not begin before the timeouts.
    for ($attempt = 0, $goes_on = false; $attempt < 8 && !($goes_on && $took < 2.9 && $served === '1'); $attempt++) {
        [$pdo, $error, $took, $served, $connects] = late_connect($server);
        $goes_on = preg_match('/^.*creating=1 waiting=[12] /', $error->getMessage()) === 1;
    }
    // With a time of its own for the connect it would be 3.2 s.
    say('the caller', get_class($error), $error->getCode(), $took < 2.9 ? 'in time' : $took);
    say('its connect', $goes_on ? 'goes on' : $error->getMessage());
    say('the next', $served, $connects, 'connects', usage($pdo));
    say('timeouts', $pdo->getPool()->stats()['timeouts'], 'failed', $pdo->getPool()->stats()['createFailures']);
});

/** What a caller sees that is cancelled in a connect that began late, and the pool then; null: its timeout came before. */
function cancelled_in_a_late_connect(Server $server): ?array
{
    $proxy = $server->proxy();
    $pdo = $server->pool(1, [PDO::ATTR_POOL_ACQUIRE_TIMEOUT => 2], $proxy);
    $holder = spawn(fn () => thrown(fn () => $pdo->query($server->sleep(30))));
    until(fn () => $proxy->seen('SELECT') > 0);
    $late = spawn(fn () => $pdo->query('SELECT 1'));
    delay(1200);
    $proxy->stall();
    $proxy->cut();
    await($holder);
    until(fn () => $proxy->connects() === 2 || $late->isCompleted());
    $late->cancel();
    try {
        await($late);
        return ['is served', $pdo, $proxy];
    } catch (Async\AsyncCancellation) {
        return ['leaves', $pdo, $proxy];
    } catch (PDOException) {
        return null;
    }
}

on_each_server(function (Server $server) {
    for ($attempt = 0, $seen = null; $attempt < 8 && $seen === null; $attempt++) {
        $seen = cancelled_in_a_late_connect($server);
    }
    [$end, $pdo, $proxy] = $seen ?? throw new LogicException('the timeout always came before');
    say('a caller that is cancelled', $end, usage($pdo));
    $proxy->pass();
    until(fn () => $pdo->getPool()->idleCount() === 1);
    say('later', (int) value($pdo, 'SELECT 1'), $proxy->connects(), 'connects');
});
echo "done\n";
?>
--EXPECT--
PostgreSql, MariaDb
the caller: PDOException | HYT00 | in time
its connect: goes on
the next: 1 | 2 | connects | 1 idle, 0 active
timeouts: 1 | failed | 0
PostgreSql, MariaDb
a caller that is cancelled: leaves | 0 idle, 1 active
later: 1 | 2 | connects
done

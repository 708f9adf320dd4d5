--TEST--
SPEC 22.9: a call that waits for the server for longer than ATTR_POOL_QUERY_TIMEOUT is an HYT00 error, wherever it is made, and its connection is replaced
--SKIPIF--
<?php require __DIR__ . '/skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
use function Async\{await, delay, spawn};

/** What a call ended with, and whether it took about as long as it may. */
function ends(callable $call): string
{
    $start = microtime(true);
    $e = thrown($call);
    $took = microtime(true) - $start;
    return get_class($e) . ' ' . $e->getCode() . ' ' . ($took >= 0.19 && $took < 4 ? 'in time' : round($took, 2));
}
// Before anything is spawned: nobody else could run meanwhile.
foreach (Server::cases() as $server) {
    $pdo = $server->pool(1, [PDO::ATTR_POOL_QUERY_TIMEOUT => 0.2]);
    say('alone', ends(fn () => $pdo->query($server->sleep(5))), (int) value($pdo, 'SELECT 1'));
}
on_each_server(function (Server $server) {
    $limited = fn (array $options = []) => $server->pool(2, [PDO::ATTR_POOL_QUERY_TIMEOUT => 0.2] + $options);
    $pdo = $limited();
    say('limit', $pdo->getAttribute(PDO::ATTR_POOL_QUERY_TIMEOUT));
    $e = await(spawn(fn () => thrown(fn () => $pdo->query($server->sleep(5)))));
    say('text', $e->getMessage());
    say('state', $e->errorInfo[0], 'behind it', get_class($e->getPrevious()), $e->getPrevious()->getCode() !== 'HYT00');
    $sleep = $server->sleep(5);
    $ways = [
        'exec' => fn () => $pdo->exec($sleep),
        'execute' => fn () => $pdo->prepare($sleep)->execute(),
        'in the main flow' => null,
        'in a Fiber' => fn () => (new Fiber(fn () => $pdo->query($sleep)))->start(),
        'silent error mode' => fn () => $limited([PDO::ATTR_ERRMODE => PDO::ERRMODE_SILENT])->query($sleep),
        'setting' => fn () => (function () use ($limited, $sleep) {
            $limited([PDO::ATTR_POOL_RESET => 'never'])->exec($sleep);
        })(),
        'in a finally block' => function () use ($pdo, $sleep) {
            try {
                throw new LogicException('first');
            } finally {
                $pdo->query($sleep);
            }
        },
    ];
    foreach ($ways as $way => $call) {
        say($way, $call === null ? ends(fn () => $pdo->query($sleep)) : await(spawn(fn () => ends($call))));
    }
    say('transaction', await(spawn(function () use ($pdo, $sleep) {
        $pdo->beginTransaction();
        $first = ends(fn () => $pdo->query($sleep));
        $lost = attempt(fn () => $pdo->query('SELECT 1'));
        return [$first, $lost, $pdo->inTransaction(), $pdo->rollBack(), (int) value($pdo, 'SELECT 2')];
    })));
    // Each call has its own time, and only waits for this server count.
    say('many short ones', await(spawn(function () use ($pdo, $server) {
        for ($i = 0; $i < 4; $i++) {
            $pdo->query($server->sleep(0.08))->fetchAll();
        }
        $statement = $pdo->query('SELECT 1');
        delay(300);
        $rows = $statement->fetchAll(PDO::FETCH_FUNC, function ($one) {
            delay(300);
            return (int) $one;
        });
        return $rows;
    })));
    // A cancellation that comes first stays one.
    $cancelled = spawn(fn () => $pdo->query($sleep));
    delay(20);
    $cancelled->cancel();
    say('cancelled', get_class(thrown(fn () => await($cancelled))));
    say('others', together(...array_fill(0, 4, fn () => (int) value($pdo, 'SELECT 3'))));
    say('then', $pdo->getPool()->activeCount());
    say('off by default', $server->pool(1)->getAttribute(PDO::ATTR_POOL_QUERY_TIMEOUT));
});
// A method that waits for what may come or not has a limit of its own.
$pdo = Server::PostgreSql->pool(1, [PDO::ATTR_POOL_QUERY_TIMEOUT => 0.1]);
say('pgsqlGetNotify', await(spawn(fn () => [$pdo->exec('LISTEN x'), $pdo->pgsqlGetNotify(PDO::FETCH_ASSOC, 300), (int) value($pdo, 'SELECT 4')])));
echo "done\n";
?>
--EXPECT--
alone: PDOException HYT00 in time | 1
alone: PDOException HYT00 in time | 1
PostgreSql, MariaDb
limit: 0.2
text: SQLSTATE[HYT00]: No answer of the server within 0.2 s (PDO::ATTR_POOL_QUERY_TIMEOUT). The connection was closed, and the server may have executed the statement, or still do so
state: HYT00 | behind it | PDOException | true
exec: PDOException HYT00 in time
execute: PDOException HYT00 in time
in the main flow: PDOException HYT00 in time
in a Fiber: PDOException HYT00 in time
silent error mode: PDOException HYT00 in time
setting: PDOException HYT00 in time
in a finally block: PDOException HYT00 in time
transaction: ["PDOException HYT00 in time","PDOException 25000",true,true,2]
many short ones: [1]
cancelled: Async\AsyncCancellation
others: [3,3,3,3]
then: 0
off by default: 0
pgsqlGetNotify: [0,false,4]
done

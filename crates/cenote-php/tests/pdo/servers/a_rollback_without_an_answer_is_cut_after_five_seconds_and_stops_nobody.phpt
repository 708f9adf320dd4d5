--TEST--
SPEC 19.9, 20.1: at a coroutine's end a rollback that the server does not answer is cut after 5 s; meanwhile others go on, and then its place is free
--SKIPIF--
<?php require __DIR__ . '/skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
use function Async\{await, delay, spawn};

on_each_server(function (Server $server) {
    $admin = $server->plain();
    $proxy = $server->proxy();
    $pdo = $server->pool(2, [], $proxy);
    $proxy->stall_at('ROLLBACK');
    $start = microtime(true);
    $stalled = spawn(fn () => $pdo->beginTransaction());
    $other = spawn(function () use ($pdo, $stalled) {
        for ($queries = 0; !$stalled->isCompleted(); $queries++) {
            value($pdo, 'SELECT 1');
            delay(50);
        }
        return $queries;
    });
    await($stalled);
    $took = microtime(true) - $start;
    say('the awaiter waited', $took > 4.5 && $took < 20 ? 'about 5 s' : $took);
    $queries = await($other);
    say('others', $queries > 5 ? 'went on' : "ran only $queries queries");
    $proxy->pass();
    say('connections', count($pdo->getPool()), usage($pdo));
    say('two at a time', together(fn () => (int) value($pdo, 'SELECT 1'), fn () => (int) value($pdo, 'SELECT 2')));
    until(fn () => $server->open_transactions($admin) === 0);
    say('open on the server', $server->open_transactions($admin));
});
echo "done\n";
?>
--EXPECT--
PostgreSql, MariaDb
the awaiter waited: about 5 s
others: went on
connections: 1 | 1 idle, 0 active
two at a time: [1,2]
open on the server: 0
done

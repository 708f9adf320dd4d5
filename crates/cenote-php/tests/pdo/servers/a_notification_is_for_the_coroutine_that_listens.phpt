--TEST--
SPEC 21.6, 21.5, 27.5: LISTEN holds the connection to the coroutine's end; the notification comes there, and nobody listens afterwards
--SKIPIF--
<?php require __DIR__ . '/skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
use function Async\{await, spawn};

$server = Server::PostgreSql;
$admin = $server->plain();
$pdo = $server->pool(2);
$channel = 'news_' . getmypid();
$listens = false;
$listener = spawn(function () use ($pdo, $channel, &$listens) {
    $pdo->exec("LISTEN $channel");
    $listens = true;
    say('held', usage($pdo));
    $notice = $pdo->pgsqlGetNotify(PDO::FETCH_ASSOC, 5000);
    say('heard', $notice['payload']);
    $pdo->query('SELECT 1')->fetchAll();
    say('after another query', $pdo->pgsqlGetNotify(PDO::FETCH_ASSOC, 0));
    return $pdo->pgsqlGetPid();
});
until(function () use (&$listens) { return $listens; });
await(spawn(fn () => $pdo->exec("NOTIFY $channel, 'hello'")));
$pid = await($listener);
until(fn () => $pdo->getPool()->activeCount() === 0); // cleaned in the background
say('afterwards', usage($pdo));
say('listening', together(...array_fill(0, 2, function () use ($server, $pdo) {
    $statement = $pdo->query($server->sleep(0.05));
    return (int) value($pdo, 'SELECT count(*) FROM pg_listening_channels()');
})));
// A notification that came in while the connection was idle does not make it a broken one.
$admin->exec("NOTIFY $channel, 'nobody'");
say('made', $pdo->getPool()->stats()['created'], 'broken', $pdo->getPool()->stats()['broken']);
echo "done\n";
?>
--EXPECT--
held: 0 idle, 1 active
heard: hello
after another query: false
afterwards: 2 idle, 0 active
listening: [0,0]
made: 2 | broken | 0
done

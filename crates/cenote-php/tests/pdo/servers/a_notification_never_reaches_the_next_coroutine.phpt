--TEST--
SPEC 21.5: a notification that its listener did not read, or that came while the connection was cleaned, reaches nobody else
--SKIPIF--
<?php require __DIR__ . '/skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
use function Async\{await, delay, spawn};

$server = Server::PostgreSql;
$admin = $server->plain();
$channel = 'news_' . getmypid();
$next = fn (PDO $pdo) => await(spawn(fn () => [$pdo->pgsqlGetNotify(PDO::FETCH_ASSOC, 20), $pdo->pgsqlGetPid()]));
$ways = [
    'nothing more' => fn (PDO $pdo) => null,
    'one more query' => fn (PDO $pdo) => $pdo->exec('SELECT 1'),
    'an open transaction' => fn (PDO $pdo) => $pdo->beginTransaction(),
    'an error' => fn (PDO $pdo) => thrown(fn () => $pdo->exec('SELECT nonsense')),
    'UNLISTEN' => fn (PDO $pdo) => $pdo->exec('UNLISTEN *'),
    'DISCARD ALL' => fn (PDO $pdo) => $pdo->exec('DISCARD ALL'),
    'one of two was read' => function (PDO $pdo) use ($admin, $channel) {
        $admin->exec("NOTIFY $channel, 'second'");
        return $pdo->pgsqlGetNotify(PDO::FETCH_ASSOC, 100);
    },
];
foreach ([$server->pool(1), $server->pool(1, [PDO::ATTR_POOL_RESET => 'always'])] as $pdo) {
    foreach ($ways as $way => $more) {
        $pid = await(spawn(function () use ($pdo, $admin, $channel, $more) {
            $pdo->exec("LISTEN $channel");
            $admin->exec("NOTIFY $channel, 'for the listener'");
            delay(5);
            $more($pdo);
            return $pdo->pgsqlGetPid();
        }));
        [$heard, $same] = $next($pdo);
        say($way, $heard, $same === $pid);
    }
}
// Sent at about the time at which the connection is being cleaned.
$heard = 0;
for ($i = 0; $i < 100; $i++) {
    await(spawn(fn () => $pdo->exec("LISTEN $channel")));
    $admin->exec("NOTIFY $channel, 'too late'");
    $heard += (int) ($next($pdo)[0] !== false);
}
say('heard', $heard);
echo "done\n";
?>
--EXPECT--
nothing more: false | true
one more query: false | true
an open transaction: false | true
an error: false | true
UNLISTEN: false | true
DISCARD ALL: false | true
one of two was read: false | true
nothing more: false | true
one more query: false | true
an open transaction: false | true
an error: false | true
UNLISTEN: false | true
DISCARD ALL: false | true
one of two was read: false | true
heard: 0
done

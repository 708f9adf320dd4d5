--TEST--
SPEC 20.1, 19.3, 34.16: a transaction left open in any way is rolled back by the server's state before the next user; its locks are gone
--SKIPIF--
<?php require __DIR__ . '/skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
use function Async\{await, spawn};

on_each_server(function (Server $server) {
    $admin = $server->plain();
    $table = $server->table($admin, 'v int');
    $admin->exec("INSERT INTO $table VALUES (0)");
    $pdo = $server->pool(1);
    $ways = [
        'beginTransaction()' => fn () => $pdo->beginTransaction(),
        'BEGIN' => fn () => $pdo->exec('BEGIN'),
        'START TRANSACTION' => fn () => $pdo->exec('/* x */ START TRANSACTION'),
        'a prepared BEGIN' => fn () => $pdo->prepare('BEGIN', [PDO::ATTR_EMULATE_PREPARES => true])->execute(),
        'after a savepoint' => fn () => [$pdo->exec('BEGIN'), $pdo->exec('SAVEPOINT s')],
        'autocommit off' => fn () => $server === Server::MariaDb ? $pdo->setAttribute(PDO::ATTR_AUTOCOMMIT, false) : $pdo->exec('BEGIN'),
    ];
    foreach ($ways as $name => $begin) {
        $held = await(spawn(function () use ($pdo, $table, $begin) {
            $begin();
            $pdo->exec("INSERT INTO $table VALUES (1)");
            $pdo->exec("UPDATE $table SET v = 5 WHERE v = 0");
            return [$pdo->inTransaction(), usage($pdo)];
        }));
        $seen = await(spawn(fn () => [$pdo->inTransaction(), (int) value($pdo, "SELECT sum(v) FROM $table")]));
        // The lock is free for somebody else.
        $free = attempt(fn () => $admin->exec("UPDATE $table SET v = 0 WHERE v = 0"));
        say($name, $held, $seen, $free === '0' || $free === '1' ? 'free' : $free);
    }
    say('open on the server', $server->open_transactions($admin), 'connections made', $pdo->getPool()->stats()['created']);
});
echo "done\n";
?>
--EXPECT--
PostgreSql, MariaDb
beginTransaction(): [true,"0 idle, 1 active"] | [false,0] | free
BEGIN: [true,"0 idle, 1 active"] | [false,0] | free
START TRANSACTION: [true,"0 idle, 1 active"] | [false,0] | free
a prepared BEGIN: [true,"0 idle, 1 active"] | [false,0] | free
after a savepoint: [true,"0 idle, 1 active"] | [false,0] | free
autocommit off: [true,"0 idle, 1 active"] | [false,0] | free
open on the server: 0 | connections made | 1
done

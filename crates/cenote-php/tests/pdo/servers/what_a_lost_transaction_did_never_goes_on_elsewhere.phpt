--TEST--
SPEC 22.3, 22.4, 34.29: a transaction whose connection was cut is lost: no call works outside it before rollBack(), and the next user is clean
--SKIPIF--
<?php require __DIR__ . '/skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
use function Async\{await, spawn};

on_each_server(function (Server $server) {
    $admin = $server->plain();
    $table = $server->table($admin, 'v int');
    $proxy = $server->proxy();
    $pdo = $server->pool(1, [], $proxy);
    foreach (['beginTransaction()' => fn () => $pdo->beginTransaction(), 'BEGIN' => fn () => $pdo->exec('BEGIN')] as $name => $begin) {
        say('transaction by', $name);
        await(spawn(function () use ($pdo, $table, $proxy, $begin) {
            $begin();
            $statement = $pdo->prepare("INSERT INTO $table VALUES (?)");
            $statement->execute([1]);
            $proxy->cut();
            say('the statement', attempt(fn () => $statement->execute([2])));
            say('once more', attempt(fn () => $statement->execute([2])));
            say('exec', attempt(fn () => $pdo->exec("INSERT INTO $table VALUES (3)")));
            say('prepare', attempt(fn () => $pdo->prepare('SELECT 1')));
            say('commit', attempt(fn () => $pdo->commit()));
            say('begin', attempt(fn () => $pdo->beginTransaction()));
            say('in a transaction', $pdo->inTransaction(), 'connections', count($pdo->getPool()));
            say('rollBack', attempt(fn () => $pdo->rollBack()), $pdo->inTransaction());
            say('exec', attempt(fn () => $pdo->exec("INSERT INTO $table VALUES (4)")));
            say('the old statement', attempt(fn () => $statement->execute([5])));
        }));
        say('another one', attempt(fn () => value($pdo, "SELECT max(v) FROM $table")), usage($pdo));
        $admin->exec("DELETE FROM $table");
    }
    say('never rolled back', await(spawn(function () use ($pdo, $proxy) {
        $pdo->beginTransaction();
        $proxy->cut();
        return attempt(fn () => $pdo->query('SELECT 1'));
    })), await(spawn(fn () => attempt(fn () => value($pdo, 'SELECT 1')))));
    until(fn () => $server->open_transactions($admin) === 0); // a server may take a moment to see that a connection was cut
    say('open on the server', $server->open_transactions($admin));
});
echo "done\n";
?>
--EXPECT--
PostgreSql, MariaDb
transaction by: beginTransaction()
the statement: PDOException
once more: PDOException 25000
exec: PDOException 25000
prepare: PDOException 25000
commit: PDOException 25000
begin: PDOException 25000
in a transaction: true | connections | 0
rollBack: true | false
exec: 1
the old statement: PDOException
another one: 4 | 1 idle, 0 active
transaction by: BEGIN
the statement: PDOException
once more: PDOException 25000
exec: PDOException 25000
prepare: PDOException 25000
commit: PDOException 25000
begin: PDOException 25000
in a transaction: true | connections | 0
rollBack: true | false
exec: 1
the old statement: PDOException
another one: 4 | 1 idle, 0 active
never rolled back: PDOException | 1
open on the server: 0
done

--TEST--
SPEC 19.9: a statement in a call of another coroutine when the coroutine that began the transaction ends: rolled back as soon as the call is over, which throws
--SKIPIF--
<?php require __DIR__ . '/skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
use function Async\{await, delay, spawn};

on_each_server(function (Server $server) {
    $admin = $server->plain();
    $table = $server->table($admin, 'v int');
    $rows = fn () => $admin->query("SELECT v FROM $table ORDER BY v")->fetchAll(PDO::FETCH_COLUMN);
    $slow = $server === Server::PostgreSql ? 'SELECT ? FROM (SELECT pg_sleep(1)) s' : 'SELECT ? FROM (SELECT SLEEP(1)) s';
    $slow = str_replace('?', $server === Server::PostgreSql ? '?::int' : '?', $slow);

    foreach ([PDO::ERRMODE_EXCEPTION, PDO::ERRMODE_SILENT] as $mode) {
        $pdo = $server->pool(1, [PDO::ATTR_ERRMODE => $mode]);
        $events = [];
        $insert = null;
        $begun = false;
        $owner = spawn(function () use ($pdo, $table, $slow, &$insert, &$begun) {
            $pdo->beginTransaction();
            $insert = $pdo->prepare("INSERT INTO $table $slow");
            while (!$begun) {
                delay(5);
            }
            delay(50);
        });
        $other = spawn(function () use (&$insert, &$events, &$begun) {
            while ($insert === null) {
                delay(5);
            }
            $begun = true;
            try {
                $insert->execute([1]);
                $events[] = 'success';
            } catch (PDOException $e) {
                $events[] = $e->getCode();
                $events[] = $e->getMessage();
            }
        });
        await($owner);
        $events[] = 'owner has ended';
        await($other);
        say('events', $events);
        say('afterwards', $server->open_transactions($admin), $rows(), $pdo->getPool()->stats()['rollbacks']);
        say('executed later', $insert->execute([2]), $rows());
        $insert = null;
        say('given back', settled($pdo));
        $admin->exec("DELETE FROM $table");
    }
});
echo "done\n";
?>
--EXPECT--
PostgreSql, MariaDb
events: ["owner has ended","25000","SQLSTATE[25000]: The transaction that this call was part of was rolled back: the coroutine that began it has ended. Let it wait for who uses its statements"]
afterwards: 0 | [] | 1
executed later: true | [2]
given back: 1 idle, 0 active
events: ["owner has ended","25000","SQLSTATE[25000]: The transaction that this call was part of was rolled back: the coroutine that began it has ended. Let it wait for who uses its statements"]
afterwards: 0 | [] | 1
executed later: true | [2]
given back: 1 idle, 0 active
done

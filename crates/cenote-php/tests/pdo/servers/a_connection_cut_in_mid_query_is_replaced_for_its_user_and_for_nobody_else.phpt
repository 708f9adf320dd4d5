--TEST--
SPEC 22.2, 22.3: a connection cut in mid-query gives its user an error, and the next call a fresh connection; others notice nothing
--SKIPIF--
<?php require __DIR__ . '/skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
use function Async\{await, delay, spawn};

on_each_server(function (Server $server) {
    $proxy = $server->proxy();
    $pdo = $server->pool(3, [], $proxy);
    $other = spawn(function () use ($server, $pdo) {
        $statement = $pdo->query($server->sleep(0.5));
        return [count($statement->fetchAll()), $pdo->query($server->sleep(0.1))->rowCount()];
    });
    $cut = spawn(function () use ($server, $pdo, $proxy) {
        $before = $server->id($pdo);
        $proxy->cut_at('cut here');
        say('cut', attempt(fn () => $pdo->query('SELECT /* cut here */ 1')));
        $proxy->pass();
        say('bound', $pdo->getPool()->stats()['broken'], 'same coroutine', $server->id($pdo) !== $before);
        $proxy->cut_answer_to('cut here');
        say('cut', attempt(fn () => $pdo->prepare('SELECT /* cut here */ 1')->execute()));
        $proxy->pass();
        say('same coroutine', attempt(fn () => value($pdo, 'SELECT 2')));
    });
    await($cut);
    say('the other', await($other));
    $stats = $pdo->getPool()->stats();
    say('broken', $stats['broken'], 'created', $stats['created'], 'total', $stats['total']);
});
echo "done\n";
?>
--EXPECT--
PostgreSql, MariaDb
cut: PDOException
bound: 1 | same coroutine | true
cut: PDOException
same coroutine: 2
the other: [1,1]
broken: 2 | created | 4 | total | 2
done

--TEST--
SPEC 22.3, 22.5, 34.29: a coroutine that catches the cancellation of its query finds its transaction lost, and works on only after rollBack()
--FILE--
<?php
use function Async\{await, delay, spawn, suspend};
require __DIR__ . '/helpers.inc';
$pdo = pool(1, database(TABLE), NAMED);
$pdo->sqliteCreateFunction('pause', fn() => delay(60000));
$first = name_of($pdo);
$a = spawn(function () use ($pdo, $first) {
    $pdo->beginTransaction();
    $pdo->exec("INSERT INTO t VALUES (1, 'one')");
    say('cancelled', get_class(thrown(fn() => $pdo->exec('SELECT pause()'))));
    say('in a transaction', $pdo->inTransaction());
    $calls = [
        'exec' => fn() => $pdo->exec("INSERT INTO t VALUES (2, 'two')"),
        'query' => fn() => $pdo->query('SELECT 1'),
        'prepare' => fn() => $pdo->prepare('SELECT 1'),
        'begin' => fn() => $pdo->beginTransaction(),
        'commit' => fn() => $pdo->commit(),
    ];
    foreach ($calls as $name => $call) {
        $e = thrown($call);
        say($name, get_class($e), preg_match("/^(08|25)/", $e->getCode()), (int) str_contains($e->getMessage(), "rollBack()"));
    }
    say('still', $pdo->inTransaction());
    say('acknowledged', $pdo->rollBack(), $pdo->inTransaction(), get_class(thrown(fn() => $pdo->rollBack())));
    say('goes on', value($pdo, 'SELECT count(*) FROM t'), name_of($pdo) !== $first);
    return 'ended normally';
});
suspend();
$a->cancel();
say('the coroutine', await($a), usage($pdo), $pdo->getPool()->stats()['broken']);
echo "done\n";
--EXPECT--
cancelled: Async\AsyncCancellation
in a transaction: true
exec: PDOException | 1 | 1
query: PDOException | 1 | 1
prepare: PDOException | 1 | 1
begin: PDOException | 1 | 1
commit: PDOException | 1 | 1
still: true
acknowledged: true | false | PDOException
goes on: 0 | true
the coroutine: ended normally | 1 idle, 0 active | 1
done

--TEST--
SPEC 18.6, 34.10, 35.16: a coroutine cancelled in the middle of a transaction loses it, and the connection serves the next one
--FILE--
<?php
use function Async\{await, delay, spawn, suspend};
require __DIR__ . '/helpers.inc';
$pdo = pool(1, database(TABLE), NAMED);
$a = spawn(function () use ($pdo) {
    $pdo->beginTransaction();
    $pdo->exec("INSERT INTO t VALUES (1, 'one')");
    $statement = $pdo->query('SELECT * FROM t');
    try {
        delay(60000);
    } finally {
        say('in finally', $pdo->inTransaction(), value($pdo, 'SELECT count(*) FROM t'));
    }
});
suspend();
say('before', usage($pdo));
$a->cancel();
say('seen by the awaiter', get_class(thrown(fn() => await($a))));
say('after', usage($pdo), value($pdo, 'SELECT count(*) FROM t'));
echo "done\n";
--EXPECT--
before: 0 idle, 1 active
in finally: true | 1
seen by the awaiter: Async\AsyncCancellation
after: 1 idle, 0 active | 0
done

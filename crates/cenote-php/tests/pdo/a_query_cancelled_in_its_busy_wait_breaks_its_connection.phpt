--TEST--
SPEC 22.5: a coroutine cancelled while its query waits for a lock sees AsyncCancellation; its connection is dropped and its work gone
--FILE--
<?php
use function Async\{await, delay, spawn};
require __DIR__ . '/helpers.inc';
$file = database(TABLE);
$pdo = pool(1, $file, [PDO::ATTR_TIMEOUT => 120] + NAMED);
$first = name_of($pdo);
$holder = new PDO("sqlite:$file");
$holder->exec('BEGIN IMMEDIATE');
$started = hrtime(true);
$a = spawn(function () use ($pdo) {
    $pdo->beginTransaction();
    try {
        $pdo->exec("INSERT INTO t VALUES (1, 'one')");
    } catch (Throwable $e) {
        say('in the coroutine', get_class($e));
        throw $e;
    }
});
delay(30);
say('before', usage($pdo));
$a->cancel();
say('for its awaiter', get_class(thrown(fn() => await($a))));
say('at once', hrtime(true) - $started < 60e9);
$holder->exec('COMMIT');
say('after', value($pdo, 'SELECT count(*) FROM t'), name_of($pdo) !== $first, $pdo->getPool()->count());
echo "done\n";
--EXPECT--
before: 0 idle, 1 active
in the coroutine: Async\AsyncCancellation
for its awaiter: Async\AsyncCancellation
at once: true
after: 0 | true | 1
done

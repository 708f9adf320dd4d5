--TEST--
SPEC 10.6, 22.5, 34.24: a coroutine cancelled while the init text of its new connection waits for a lock sees AsyncCancellation, once, and its place is free
--FILE--
<?php
use function Async\{await, delay, spawn};
require __DIR__ . '/helpers.inc';
$file = database(TABLE);
$pdo = pool(1, $file, [PDO::ATTR_POOL_INIT => "INSERT INTO t (v) VALUES (hex(randomblob(4)))", PDO::ATTR_TIMEOUT => 120]);
$holder = new PDO("sqlite:$file");
$holder->exec('BEGIN IMMEDIATE');
$a = spawn(function () use ($pdo) {
    say('in the coroutine', get_class(thrown(fn() => $pdo->query('SELECT 1'))));
    say('the pool', usage($pdo), $pdo->getPool()->stats()['createFailures']);
    $GLOBALS['holder']->exec('COMMIT');
    say('afterwards', value($pdo, 'SELECT count(*) FROM t'));
    return 'ended normally';
});
delay(30);
$a->cancel();
say('the coroutine', await($a));
echo "done\n";
--EXPECT--
in the coroutine: Async\AsyncCancellation
the pool: 0 idle, 0 active | 0
afterwards: 1
the coroutine: ended normally
done

--TEST--
SPEC 18.6, 30.4: an onFinally callback and a destructor that use the object at a coroutine's end leave no transaction open and no connection held
--FILE--
<?php
use function Async\{await, spawn, suspend};
require __DIR__ . '/helpers.inc';
final class Last
{
    public function __construct(private PDO $pdo)
    {
    }

    public function __destruct()
    {
        $this->pdo->beginTransaction();
        $this->pdo->exec("INSERT INTO t (v) VALUES ('destructor')");
        say('in the destructor', $this->pdo->inTransaction());
    }
}
$pdo = pool(1, database(TABLE));
$coroutine = spawn(fn() => 1);
$coroutine->onFinally(function () use ($pdo) {
    $pdo->beginTransaction();
    $pdo->exec("INSERT INTO t (v) VALUES ('callback')");
    say('in the callback', $pdo->inTransaction());
});
await($coroutine);
say('afterwards', settled($pdo), value($pdo, 'SELECT count(*) FROM t'));
$coroutine = spawn(function () use ($pdo) {
    $last = new Last($pdo);
    suspend();
    return 2;
});
await($coroutine);
say('afterwards', settled($pdo), value($pdo, 'SELECT count(*) FROM t'));
$coroutine = spawn(fn(Last $last) => 3, new Last($pdo));
await($coroutine);
say('afterwards', settled($pdo), value($pdo, 'SELECT count(*) FROM t'));
echo "done\n";
--EXPECTF--
in the callback: true
afterwards: 1 idle, 0 active | 0
in the destructor: %s
afterwards: 1 idle, 0 active | 0
in the destructor: %s
afterwards: 1 idle, 0 active | 0
done

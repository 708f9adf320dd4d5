--TEST--
SPEC 46.2: each Fiber has its own binding of a pooled PDO, which ends with the Fiber; the example of the specification
--FILE--
<?php
use function Async\{spawn, await};
require __DIR__ . '/../pdo/helpers.inc';
$pdo = pool(4, database(TABLE), NAMED);

echo "-- the example\n";
$f = new Fiber(function () use ($pdo) { $pdo->beginTransaction(); Fiber::suspend(); $pdo->rollBack(); });
$f->start();
say('while it is suspended', $pdo->inTransaction(), $pdo->getPool()->activeCount());
$f->resume();
say('after', $f->getCoroutine()->isCompleted(), $pdo->getPool()->activeCount());

echo "-- eight, interleaved\n";
foreach (['beginTransaction()', 'BEGIN'] as $how) {
    $fibers = [];
    for ($i = 0; $i < 4; $i++) {
        $fibers[] = $fiber = new Fiber(function () use ($pdo, $i, $how) {
            $how === 'BEGIN' ? $pdo->exec('BEGIN') : $pdo->beginTransaction();
            $name = name_of($pdo);
            Fiber::suspend();
            name_of($pdo) === $name or print("another connection\n");
            $value = value($pdo, "SELECT $i");
            Fiber::suspend();
            $pdo->inTransaction() && $value == $i or print("mixed\n");
            $how === 'BEGIN' ? $pdo->exec('ROLLBACK') : $pdo->rollBack();
        });
        $fiber->start();
    }
    say($how, usage($pdo), $pdo->inTransaction());
    foreach ([1, 2] as $round) {
        foreach ($fibers as $fiber) { $fiber->resume(); }
    }
    say('ended', usage($pdo));
}

echo "-- left open: returned, thrown out, destroyed\n";
$open = function ($pdo, $end) {
    return new Fiber(function () use ($pdo, $end) { $pdo->beginTransaction(); $pdo->exec("INSERT INTO t VALUES (1, 'one')"); $end(); });
};
$open($pdo, fn() => null)->start();
say('returned', usage($pdo), value($pdo, 'SELECT count(*) FROM t'));
try { $open($pdo, fn() => throw new Exception('out'))->start(); } catch (Exception $e) { echo $e->getMessage(), "\n"; }
say('thrown out', usage($pdo), value($pdo, 'SELECT count(*) FROM t'));
$f = $open($pdo, fn() => Fiber::suspend());
$f->start();
say('suspended', usage($pdo));
unset($f);
say('destroyed', usage($pdo), value($pdo, 'SELECT count(*) FROM t'));

echo "-- a statement that lives pins, session state too\n";
$f = new Fiber(function () use ($pdo) {
    $statement = $pdo->query('SELECT 1');
    Fiber::suspend();
    unset($statement);
    $pdo->exec("CREATE TEMP TABLE state (n INT)");
    Fiber::suspend();
    return value($pdo, 'SELECT count(*) FROM state');
});
$f->start();
say('statement', usage($pdo));
$f->resume();
say('state', usage($pdo));
$f->resume();
say('ended', usage($pdo), $f->getReturn());

echo "-- in a coroutine\n";
await(spawn(function () use ($pdo) {
    $f = new Fiber(function () use ($pdo) { $pdo->beginTransaction(); Fiber::suspend(); $pdo->commit(); });
    $f->start();
    say('coroutine', $pdo->inTransaction(), usage($pdo));
    $f->resume();
    say('after', usage($pdo));
}));
echo "done\n";
?>
--EXPECT--
-- the example
while it is suspended: false | 1
after: true | 0
-- eight, interleaved
beginTransaction(): 0 idle, 4 active | false
ended: 4 idle, 0 active
BEGIN: 0 idle, 4 active | false
ended: 4 idle, 0 active
-- left open: returned, thrown out, destroyed
returned: 4 idle, 0 active | 0
out
thrown out: 4 idle, 0 active | 0
suspended: 3 idle, 1 active
destroyed: 4 idle, 0 active | 0
-- a statement that lives pins, session state too
statement: 3 idle, 1 active
state: 3 idle, 1 active
ended: 4 idle, 0 active | 0
-- in a coroutine
coroutine: false | 3 idle, 1 active
after: 4 idle, 0 active
done

--TEST--
SPEC 46.2: a Fiber that holds nothing takes part in the transaction of whoever resumed it; session state alone is not shared
--FILE--
<?php
use function Async\{spawn, await, suspend};
require __DIR__ . '/../pdo/helpers.inc';
$pdo = pool(4, database(TABLE), NAMED);
$try = function (string $what, callable $do) {
    try { say($what, $do()); } catch (Throwable $e) { say($what, $e->getMessage()); }
};
$in_a_fiber = function (callable $do) { $f = new Fiber($do); $f->start(); return $f->isTerminated() ? $f->getReturn() : null; };

foreach (['beginTransaction()', 'BEGIN'] as $how) {
    echo "-- $how\n";
    $how === 'BEGIN' ? $pdo->exec('BEGIN') : $pdo->beginTransaction();
    $name = name_of($pdo);
    $in_a_fiber(function () use ($pdo, $name, $try) {
        say('in it', $pdo->inTransaction(), name_of($pdo) === $name, usage($pdo));
        $try('once more', fn() => $pdo->beginTransaction());
        $pdo->exec("INSERT INTO t VALUES (1, 'one')");
        say('last id', $pdo->lastInsertId());
    });
    say('a Fiber in a Fiber', $in_a_fiber(fn() => $in_a_fiber(fn() => name_of($pdo) === $name)));
    say('its rows are seen', value($pdo, 'SELECT count(*) FROM t'));
    $pdo->rollBack();
    say('after', usage($pdo), value($pdo, 'SELECT count(*) FROM t'));
}

echo "-- it ends the transaction\n";
$pdo->beginTransaction();
$in_a_fiber(function () use ($pdo) { $pdo->exec("INSERT INTO t VALUES (1, 'one')"); $pdo->commit(); say('in the fiber', $pdo->inTransaction()); });
say('outside', $pdo->inTransaction(), usage($pdo), value($pdo, 'SELECT count(*) FROM t'));

echo "-- one that has a transaction of its own\n";
$f = new Fiber(function () use ($pdo) {
    $pdo->beginTransaction();
    $name = name_of($pdo);
    Fiber::suspend($name);
    say('still its own', name_of($pdo) === $name);
    $pdo->rollBack();
    return name_of($pdo);
});
$own = $f->start();
$pdo->beginTransaction();
$name = name_of($pdo);
say('two', $own !== $name, usage($pdo));
$f->resume();
say('then it takes part', $f->getReturn() === $name);
$pdo->rollBack();

echo "-- suspended in its resumer's transaction, and resumed after it\n";
$f = new Fiber(function () use ($pdo) { Fiber::suspend($pdo->inTransaction()); return $pdo->inTransaction(); });
$pdo->beginTransaction();
$first = $f->start();
$pdo->commit();
$f->resume();
say('then and now', $first, $f->getReturn());

echo "-- resumed by another\n";
$f = new Fiber(function () use ($pdo) { Fiber::suspend($pdo->inTransaction()); return $pdo->inTransaction(); });
$pdo->beginTransaction();
$first = $f->start();
await(spawn(fn() => $f->resume()));
say('by one who is in none', $first, $f->getReturn());
$pdo->rollBack();

echo "-- session state alone\n";
$pdo->exec('CREATE TEMP TABLE state (n INT)');
$name = name_of($pdo);
say('another connection', $in_a_fiber(fn() => name_of($pdo) !== $name), usage($pdo));
$statement = $pdo->query('SELECT 1');
say('with a statement', $in_a_fiber(fn() => name_of($pdo) !== $name), usage($pdo));

echo "-- one in between that has a connection without a transaction\n";
$statement = null;
$pdo->beginTransaction();
$in_a_fiber(function () use ($pdo, $name, $in_a_fiber) {
    say('shares', name_of($pdo) === $name);
});
$pdo->rollBack();
$f = new Fiber(function () use ($pdo, $in_a_fiber) {
    $kept = $pdo->query('SELECT 1');
    $mine = name_of($pdo);
    Fiber::suspend();
    return $in_a_fiber(fn() => $pdo->inTransaction());
});
$f->start();
$pdo->beginTransaction();
$f->resume();
say('not that of the main flow', $f->getReturn());
$pdo->rollBack();
echo "done\n";
?>
--EXPECT--
-- beginTransaction()
in it: true | true | 0 idle, 1 active
once more: There is already an active transaction
last id: 1
a Fiber in a Fiber: true
its rows are seen: 1
after: 1 idle, 0 active | 0
-- BEGIN
in it: true | true | 0 idle, 1 active
once more: There is already an active transaction
last id: 1
a Fiber in a Fiber: true
its rows are seen: 1
after: 1 idle, 0 active | 0
-- it ends the transaction
in the fiber: false
outside: false | 1 idle, 0 active | 1
-- one that has a transaction of its own
two: true | 0 idle, 2 active
still its own: true
then it takes part: true
-- suspended in its resumer's transaction, and resumed after it
then and now: true | false
-- resumed by another
by one who is in none: true | false
-- session state alone
another connection: true | 1 idle, 1 active
with a statement: true | 1 idle, 1 active
-- one in between that has a connection without a transaction
shares: true
not that of the main flow: false
done

--TEST--
SPEC 11.5, 16.6: slots() of a pooled PDO tells which coroutine has a connection, and which one is being cleaned
--FILE--
<?php
require __DIR__ . '/helpers.inc';
$pdo = pool(3, database());
$pool = $pdo->getPool();
$pdo->exec('CREATE TABLE t (n INTEGER)');

$holder = Async\spawn(function () use ($pdo): void {
    $statement = $pdo->prepare('SELECT 1');
    Async\delay(60_000);
});
$pdo->beginTransaction();
Async\suspend();
$ids = array_column($pool->slots(), 'coroutine');
say('main and the other', $ids === [Async\current_coroutine()->getId(), $holder->getId()]);
say('states', array_column($pool->slots(), 'state'));
$pdo->rollBack();
$holder->cancel();
Async\await_all([$holder]);
say('given back', array_column($pool->slots(), 'state'), array_column($pool->slots(), 'coroutine'));

$dirty = Async\spawn(function () use ($pdo): void {
    $pdo->exec('CREATE TEMP TABLE mine (n INTEGER)');
});
$dirty->onFinally(function () use ($pool, &$at_end): void {
    $at_end = $pool->slots();
});
Async\await($dirty);
say('at the end of one that has changed the session', array_column($at_end, 'state'), array_column($at_end, 'coroutine'));
Async\suspend();
Async\suspend();
say('cleaned', array_column($pool->slots(), 'state'), $pool->stats()['resets']);
echo "done\n";
--EXPECT--
main and the other: true
states: ["active","active"]
given back: ["idle","idle"] | [null,null]
at the end of one that has changed the session: ["idle","cleaning"] | [null,null]
cleaned: ["idle","idle"] | 1
done

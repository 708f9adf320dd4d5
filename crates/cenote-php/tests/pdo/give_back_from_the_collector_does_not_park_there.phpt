--TEST--
SPEC 19.8: a statement that the collector destroys gives back its connection; what needs work is done in the background, and waiters are served
--FILE--
<?php
use function Async\{await, spawn, suspend};
require __DIR__ . '/helpers.inc';
$pdo = pool(1, database(TABLE), NAMED);
gc_disable();
$first = await(spawn(function () use ($pdo) {
    $pdo->beginTransaction();
    $pdo->exec("INSERT INTO t VALUES (1, 'one')");
    $pdo->exec('CREATE TEMP TABLE mine (n)');
    $knot = new stdClass();
    [$knot->self, $knot->statement] = [$knot, $pdo->query('SELECT v FROM t')];
    return name_of($pdo);
}));
say('held by an unreachable statement', usage($pdo));
gc_collect_cycles();
say('never more than MAX', $pdo->getPool()->count() <= 1);
say('afterwards', settled($pdo), value($pdo, 'SELECT count(*) FROM t'), name_of($pdo) !== $first);
echo "done\n";
--EXPECT--
held by an unreachable statement: 0 idle, 1 active
never more than MAX: true
afterwards: 1 idle, 0 active | 0 | true
done

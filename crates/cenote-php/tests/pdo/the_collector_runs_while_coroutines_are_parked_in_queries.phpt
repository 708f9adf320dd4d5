--TEST--
SPEC 34.8, 19.6: the collector may run inside a registered function and while coroutines are parked in queries and waits, and collects nothing in use
--FILE--
<?php
use function Async\{await, spawn, suspend};
require __DIR__ . '/helpers.inc';
$pdo = pool(2, database(TABLE, "INSERT INTO t VALUES (1, 'one'), (2, 'two')"));
$pdo->sqliteCreateFunction('collect', function ($n) {
    $knot = new stdClass();
    $knot->self = $knot;
    unset($knot);
    suspend();
    gc_collect_cycles();
    return $n * 10;
});
$work = fn(int $n) => function () use ($pdo, $n) {
    $sum = 0;
    for ($i = 0; $i < 5; $i++) {
        $knot = new stdClass();
        $knot->self = $knot;
        $knot->statement = $pdo->prepare('SELECT collect(?) FROM t');
        $knot->statement->execute([$n]);
        $sum += array_sum($knot->statement->fetchAll(PDO::FETCH_COLUMN));
        unset($knot);
        gc_collect_cycles();
    }
    return $sum;
};
say('sums', together($work(1), $work(2), $work(3), $work(4)));
gc_collect_cycles();
say('usage', settled($pdo));
echo "done\n";
--EXPECT--
sums: [100,200,300,400]
usage: 2 idle, 0 active
done

--TEST--
SPEC 18.6, 19.6, 34.10: coroutines that die by an exception in a transaction, in a statement, in a registered function or while waiting lose no place
--FILE--
<?php
use function Async\{await, spawn};
require __DIR__ . '/helpers.inc';
$pdo = pool(2, database(TABLE));
$pdo->sqliteCreateFunction('boom', fn() => throw new DomainException('in a function'));
$deaths = [
    fn() => $pdo->beginTransaction() && throw new DomainException('in a transaction'),
    function () use ($pdo) {
        $statement = $pdo->query('SELECT 1');
        throw new DomainException('with a statement');
    },
    fn() => $pdo->query('SELECT boom()'),
    fn() => $pdo->exec('CREATE TEMP TABLE x (n)') + throw new DomainException('with a dirty session'),
    fn() => $pdo->query('nonsense'),
];
$all = [];
for ($i = 0; $i < 20; $i++) {
    $all[] = spawn($deaths[$i % 5]);
}
$seen = [];
foreach ($all as $coroutine) {
    $class = get_class(thrown(fn() => await($coroutine)));
    $seen[$class] = ($seen[$class] ?? 0) + 1;
}
ksort($seen);
unset($all, $coroutine);
say('seen', $seen);
say('usage', settled($pdo));
say('free', together(fn() => value($pdo, 'SELECT 1'), fn() => value($pdo, 'SELECT 2'), fn() => value($pdo, 'SELECT 3')));
echo "done\n";
--EXPECT--
seen: {"DomainException":16,"PDOException":4}
usage: 2 idle, 0 active
free: [1,2,3]
done

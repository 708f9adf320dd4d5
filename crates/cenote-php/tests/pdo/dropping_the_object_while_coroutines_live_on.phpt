--TEST--
SPEC 29.1, 35.16: dropping the PDO while coroutines hold statements or a transaction on it does no harm; what outlives it works or fails with an exception
--FILE--
<?php
use function Async\{await, spawn, suspend};
require __DIR__ . '/helpers.inc';
$file = database(TABLE, "INSERT INTO t VALUES (1, 'one')");
$pdo = pool(3, $file);
$template = WeakReference::create($pdo);
$gate = new Gate();
$coroutines = [
    spawn(function () use (&$pdo, $gate) {
        $statement = $pdo->prepare('SELECT v FROM t WHERE id = ?');
        $gate->pass();
        return $statement->execute([1]) ? $statement->fetchColumn() : 'failed';
    }),
    spawn(function () use (&$pdo, $gate) {
        $pdo->beginTransaction();
        $pdo->exec("INSERT INTO t VALUES (2, 'two')");
        $gate->pass();
        return 'transaction left open';
    }),
    spawn(function () use (&$pdo, $gate) {
        value($pdo, 'SELECT 1');
        $gate->pass();
        return 'bound, nothing held';
    }),
];
suspend();
$pdo = null;
$gate->open();
foreach ($coroutines as $coroutine) {
    try {
        say('result', await($coroutine));
    } catch (PDOException) {
        say('result', 'one');
    }
}
unset($coroutine, $coroutines);
say('afterwards', $template->get() === null, opened($file), committed($file));
echo "done\n";
--EXPECT--
result: one
result: transaction left open
result: bound, nothing held
afterwards: true | 0 | 1
done

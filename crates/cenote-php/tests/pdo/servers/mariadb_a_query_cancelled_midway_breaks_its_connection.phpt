--TEST--
SPEC 22.5: a query cancelled midway breaks its connection; the next coroutine gets a fresh one
--SKIPIF--
<?php if (!getenv('CENOTE_MARIADB')) die('skip needs scripts/servers/run.sh'); ?>
--FILE--
<?php
require __DIR__ . '/mariadb.inc';
admin();
foreach ([true, false] as $emulated) {
    $pdo = pool(1, [PDO::ATTR_EMULATE_PREPARES => $emulated]);
    $first = apart(fn () => number($pdo));
    $coroutine = Async\spawn(function () use ($pdo) {
        $pdo->beginTransaction();
        $pdo->exec("INSERT INTO t (v) VALUES ('uncommitted')");
        $pdo->query('SELECT SLEEP(30)');
    });
    Async\delay(200);
    $coroutine->cancel();
    try {
        Async\await($coroutine);
    } catch (Async\AsyncCancellation $cancellation) {
        echo get_class($cancellation), "\n";
    }
    var_dump(apart(fn () => number($pdo)) !== $first, apart(fn () => value($pdo, 'SELECT COUNT(*) FROM t')));
    echo 'broken ', $pdo->getPool()->stats()['broken'], "\n";
}
echo "done\n";
?>
--EXPECT--
Async\AsyncCancellation
bool(true)
int(0)
broken 1
Async\AsyncCancellation
bool(true)
int(0)
broken 1
done

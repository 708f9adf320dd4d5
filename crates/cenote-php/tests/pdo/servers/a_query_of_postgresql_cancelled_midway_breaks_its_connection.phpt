--TEST--
SPEC 22.5: a query cancelled midway breaks its connection; the next coroutine gets a fresh one
--SKIPIF--
<?php if (!getenv('CENOTE_POSTGRES')) die('skip needs scripts/servers/run.sh'); ?>
--FILE--
<?php
use function Async\{spawn, await, delay};

$options = [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 1];
$pdo = new PDO('pgsql:' . getenv('CENOTE_POSTGRES'), null, null, $options);
$first = await(spawn(fn () => $pdo->pgsqlGetPid()));
$coroutine = spawn(fn () => $pdo->query('SELECT pg_sleep(30)'));
delay(100);
$coroutine->cancel();
try {
    await($coroutine);
} catch (Async\AsyncCancellation $cancellation) {
    echo get_class($cancellation), "\n";
}
var_dump(await(spawn(fn () => $pdo->pgsqlGetPid())) !== $first);
echo 'broken ', $pdo->getPool()->stats()['broken'], "\n";
echo "done\n";
?>
--EXPECT--
Async\AsyncCancellation
bool(true)
broken 1
done

--TEST--
SPEC 30.3: await() with a timeout ends on time while the awaited coroutine waits in a library, which goes on
--SKIPIF--
<?php require __DIR__ . '/skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
use function Async\{await, spawn, timeout};

$query = spawn(fn (): mixed => (new PDO('pgsql:' . strtr(getenv('CENOTE_POSTGRES'), ' ', ';')))->query('SELECT 42 FROM pg_sleep(1.5)')->fetchColumn());
try {
    await($query, timeout(20));
} catch (Async\OperationCanceledException $error) {
    echo $error::class, "\n";
}
echo $query->isCompleted() ? "ended\n" : "goes on\n";
echo await($query), "\n";
echo "done\n";
?>
--EXPECT--
Async\OperationCanceledException
goes on
42
done

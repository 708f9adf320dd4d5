--TEST--
SPEC 19.8: a statement that becomes unreachable with its coroutine, or later, while others already wait, gives its connection back to them
--FILE--
<?php set_exception_handler(fn ($e) => print(get_class($e) . "\n"));
use function Async\{await_all_or_fail, delay, spawn};
require __DIR__ . '/helpers.inc';
gc_disable();
$pdo = pool(1, database(), [PDO::ATTR_POOL_ACQUIRE_TIMEOUT => 20]);
$kept = null;
$leave = function (bool $keeps) use ($pdo, &$kept) {
    $knot = new stdClass();
    [$knot->self, $knot->statement] = [$knot, $pdo->query('SELECT 1')];
    $keeps && $kept = $knot;
    delay(20);
};
$wait = function () use ($pdo) {
    $begun = microtime(true);
    say('served', value($pdo, 'SELECT 7'), microtime(true) - $begun < 10);
};
await_all_or_fail([spawn($leave, false), spawn($wait), spawn($wait)]);
await_all_or_fail([spawn($leave, true), spawn($wait), spawn(function () use (&$kept) {
    delay(60);
    $kept = null;
})]);
// Reachable when the waiter comes.
await_all_or_fail([spawn($leave, true)]);
await_all_or_fail([spawn($wait), spawn(function () use (&$kept) {
    delay(20);
    $kept = null;
})]);
say('afterwards', settled($pdo));
// Nobody lets go of it: that is no reason to wait for ever.
$pdo = pool(1, database(), [PDO::ATTR_POOL_ACQUIRE_TIMEOUT => 0]);
$statement = null;
await_all_or_fail([spawn(function () use ($pdo, &$statement) { $statement = $pdo->query('SELECT 1'); })]);
try {
    $pdo->query('SELECT 1');
} catch (Async\AsyncCancellation $error) {
    say('a deadlock stays one');
}
echo "done\n";
--EXPECT--
served: 7 | true
served: 7 | true
served: 7 | true
served: 7 | true
afterwards: 1 idle, 0 active
a deadlock stays one: 
done
Async\DeadlockError

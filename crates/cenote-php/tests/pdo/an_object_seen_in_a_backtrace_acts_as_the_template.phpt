--TEST--
SPEC 16.7: an object that a backtrace shows inside a call is routed as if it were the template, then and later
--FILE--
<?php
use function Async\{await, spawn};
require __DIR__ . '/helpers.inc';
$pdo = pool(2, database(TABLE), NAMED);
$seen = [];
$look = function () use (&$seen) {
    foreach (debug_backtrace() as $frame) {
        if (($frame['object'] ?? null) instanceof PDO) {
            $seen[$frame['function']] = $frame['object'];
        }
    }
    return 1;
};
$pdo->sqliteCreateFunction('look', $look);
set_error_handler(fn() => (bool) $look());
$report = function (string $when) use ($pdo, &$seen) {
    foreach ($seen as $function => $object) {
        say(
            "$when, seen in $function",
            get_class($object),
            $object->getPool() === $pdo->getPool(),
            $object->inTransaction() === $pdo->inTransaction(),
            name_of($object) === name_of($pdo),
            $object->getAttribute(PDO::ATTR_POOL_ENABLED),
        );
    }
};
$pdo->beginTransaction();
$statement = $pdo->query('SELECT look()');
unset($statement);
$pdo->setAttribute(PDO::ATTR_ERRMODE, PDO::ERRMODE_WARNING);
$pdo->exec('DELETE FROM nowhere');
$pdo->setAttribute(PDO::ATTR_ERRMODE, PDO::ERRMODE_EXCEPTION);
$report('in the transaction');
await(spawn(function () use ($pdo, &$seen, $report) {
    say('another coroutine', $pdo->inTransaction());
    $report('there');
    foreach ($seen as $object) {
        $object->exec("INSERT INTO t (v) VALUES ('by it')");
        break;
    }
}));
$pdo->rollBack();
say('written by it, outside the rolled back transaction', value($pdo, 'SELECT v FROM t'));
say('usage within the limit', $pdo->getPool()->count() <= 2);
echo "done\n";
--EXPECTF--
in the transaction, seen in query: PDO | true | true | true | true
in the transaction, seen in exec: PDO | true | true | true | true
another coroutine: false
there, seen in query: PDO | true | true | true | true
there, seen in exec: PDO | true | true | true | true
written by it, outside the rolled back transaction: by it
usage within the limit: true
done

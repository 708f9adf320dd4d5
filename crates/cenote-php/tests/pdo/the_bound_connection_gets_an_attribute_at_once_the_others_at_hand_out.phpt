--TEST--
SPEC 24.1, 20.3: the connection bound to the caller has the attribute at once, one bound elsewhere at its next hand-out
--FILE--
<?php
use function Async\{await, spawn};
require __DIR__ . '/helpers.inc';
$pdo = pool(2, database(TABLE, "INSERT INTO t VALUES (1, 'one')"));
$code = fn() => thrown(fn() => $pdo->exec("INSERT INTO t VALUES (1, 'x')"))->errorInfo[1];
$gate = new Gate();
$other = spawn(function () use ($pdo, $gate, $code) {
    $statement = $pdo->query('SELECT 1');
    $gate->pass();
    unset($statement);
    say('other, after the next hand-out', $code());
});
$statement = $pdo->query('SELECT 1');
say('main, bound', $code());
$pdo->setAttribute(PDO::SQLITE_ATTR_EXTENDED_RESULT_CODES, true);
say('main, at once', $code());
$gate->open();
await($other);
echo "done\n";
--EXPECT--
main, bound: 19
main, at once: 1555
other, after the next hand-out: 1555
done

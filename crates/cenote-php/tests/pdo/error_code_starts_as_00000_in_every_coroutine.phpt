--TEST--
SPEC 23.1, 34.19: errorCode() is "00000" before any query of a coroutine, whatever others did before it
--FILE--
<?php
use function Async\{await, spawn};
require __DIR__ . '/helpers.inc';
$pdo = pool(1, database());
say('main', $pdo->errorCode(), $pdo->errorInfo());
thrown(fn() => $pdo->exec('DELETE FROM nowhere'));
say('main after an error', $pdo->errorCode());
await(spawn(fn() => say('another', $pdo->errorCode(), $pdo->errorInfo())));
await(spawn(function () use ($pdo) {
    value($pdo, 'SELECT 1');
    say('another after a query', $pdo->errorCode(), $pdo->errorInfo());
}));
say('main still', $pdo->errorCode());
echo "done\n";
--EXPECT--
main: 00000 | ["00000",null,null]
main after an error: HY000
another: 00000 | ["00000",null,null]
another after a query: 00000 | ["00000",null,null]
main still: HY000
done

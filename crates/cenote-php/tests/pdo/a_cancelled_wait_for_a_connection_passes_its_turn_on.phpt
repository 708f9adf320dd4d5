--TEST--
SPEC 18.3, 6.6, 10.5, 35.7: cancelling a coroutine that waits for a connection is seen as AsyncCancellation, and the next one is served
--FILE--
<?php
use function Async\{await, spawn, suspend};
require __DIR__ . '/helpers.inc';
$pdo = pool(1, database());
$hold = $pdo->query('SELECT 1');
$a = spawn(fn() => value($pdo, "SELECT 'a'"));
$b = spawn(fn() => value($pdo, "SELECT 'b'"));
suspend();
$hold = null;
$a->cancel();
say('cancelled after its wake', get_class(thrown(fn() => await($a))));
say('the next one', await($b));
say('usage', usage($pdo), $pdo->getPool()->stats()['created']);
echo "done\n";
--EXPECT--
cancelled after its wake: Async\AsyncCancellation
the next one: b
usage: 1 idle, 0 active | 1
done

--TEST--
SPEC 28.5, 28.1: two objects on one persistent connection are one connection: busy for both, and their statements are closed when the call ends
--FILE--
<?php
use function Async\{await, spawn, suspend};
require __DIR__ . '/helpers.inc';
$file = database(TABLE);
$a = new PDO("sqlite:$file", null, null, [PDO::ATTR_PERSISTENT => true]);
$b = new PDO("sqlite:$file", null, null, [PDO::ATTR_PERSISTENT => true]);
say('one connection', opened($file));
$gate = new Gate();
$a->sqliteCreateFunction('pause', function () use ($gate) {
    $gate->pass();
    return 'undisturbed';
});
$statement = $b->query('SELECT 1 UNION SELECT 2');
$first = spawn(fn() => value($a, 'SELECT pause()'));
suspend();
$e = thrown(fn() => $b->query('SELECT 1'));
say('busy through the other object', get_class($e), str_contains($e->getMessage(), 'PDO::ATTR_POOL_ENABLED'));
$statement = null;
$gate->open();
say('the first', await($first));
say('usable', value($a, 'SELECT 3'), value($b, 'SELECT 4'));
echo "done\n";
--EXPECT--
one connection: 1
busy through the other object: PDOException | true
the first: undisturbed
usable: 3 | 4
done

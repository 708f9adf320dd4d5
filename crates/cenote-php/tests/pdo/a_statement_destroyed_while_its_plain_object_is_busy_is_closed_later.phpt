--TEST--
SPEC 28.5: a statement of a plain PDO object destroyed by another coroutine during a call is closed when that call ends
--FILE--
<?php
use function Async\{await, spawn, suspend};
require __DIR__ . '/helpers.inc';
$file = database(TABLE);
$pdo = new PDO("sqlite:$file");
$gate = new Gate();
$pdo->sqliteCreateFunction('pause', function () use ($gate) {
    $gate->pass();
    return 'undisturbed';
});
$doomed = $pdo->query('SELECT 1 UNION SELECT 2');
$prepared = $pdo->prepare('SELECT ?');
$prepared->bindValue(1, str_repeat('bound', 3));
$prepared->bindColumn(1, $column);
$first = spawn(fn() => value($pdo, 'SELECT pause()'));
suspend();
$doomed = null;
await(spawn(function () use (&$prepared) {
    $prepared = null;
}));
$gate->open();
say('the first', await($first));
unset($first);
say('before', opened($file));
$pdo = $gate = null;
gc_collect_cycles();
say('nothing keeps the connection open', opened($file));
echo "done\n";
--EXPECT--
the first: undisturbed
before: 1
nothing keeps the connection open: 0
done

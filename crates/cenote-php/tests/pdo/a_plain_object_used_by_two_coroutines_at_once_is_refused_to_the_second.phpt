--TEST--
SPEC 28.1, 28.3, 35.13: while a call of one coroutine on a plain PDO object is in progress, a second one gets a PDOException that names ATTR_POOL_ENABLED, and nothing of its call is done
--FILE--
<?php
use function Async\{await, spawn, suspend};
require __DIR__ . '/helpers.inc';
const REFUSED = 'Another coroutine is in the middle of a call on this PDO object: use one PDO object per coroutine, or let each '
    . 'have a connection of its own with PDO::ATTR_POOL_ENABLED';
$pdo = new PDO('sqlite:' . database(TABLE));
$kept = $pdo->prepare("INSERT INTO t (v) VALUES ('kept')");
$gate = new Gate();
$pdo->sqliteCreateFunction('pause', function () use ($gate) {
    $gate->pass();
    return 'undisturbed';
});
$first = spawn(fn() => value($pdo, 'SELECT pause()'));
suspend();
$calls = [
    'query' => fn() => $pdo->query("INSERT INTO t (v) VALUES ('query')"),
    'exec' => fn() => $pdo->exec("INSERT INTO t (v) VALUES ('exec')"),
    'prepare' => fn() => $pdo->prepare('SELECT 1'),
    'beginTransaction' => fn() => $pdo->beginTransaction(),
    'execute' => fn() => $kept->execute(),
];
foreach ($calls as $name => $call) {
    $e = await(spawn(fn() => thrown($call)));
    say("$name in a coroutine", get_class($e), $e->getMessage() === REFUSED);
    $e = thrown($call);
    say("$name in main", get_class($e), $e->getMessage() === REFUSED);
}
say('the text', $e->getMessage());
$gate->open();
say('the first', await($first));
say('nothing was done', value($pdo, 'SELECT count(*) FROM t'), $pdo->inTransaction());
say('one after the other', $pdo->exec("INSERT INTO t (v) VALUES ('later')"), $kept->execute(), await(spawn(fn() => value($pdo, 'SELECT count(*) FROM t'))));
echo "done\n";
--EXPECT--
query in a coroutine: PDOException | true
query in main: PDOException | true
exec in a coroutine: PDOException | true
exec in main: PDOException | true
prepare in a coroutine: PDOException | true
prepare in main: PDOException | true
beginTransaction in a coroutine: PDOException | true
beginTransaction in main: PDOException | true
execute in a coroutine: PDOException | true
execute in main: PDOException | true
the text: Another coroutine is in the middle of a call on this PDO object: use one PDO object per coroutine, or let each have a connection of its own with PDO::ATTR_POOL_ENABLED
the first: undisturbed
nothing was done: 0 | false
one after the other: 1 | true | 2
done

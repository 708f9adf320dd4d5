--TEST--
SPEC 28.2, 28.3: a pooled statement, or the bound connection through another statement, used from two coroutines at once gives the second a PDOException
--FILE--
<?php
use function Async\{await, spawn, suspend};
require __DIR__ . '/helpers.inc';
$pdo = pool(2, database(TABLE));
$gate = new Gate();
$pdo->sqliteCreateFunction('pause', function () use ($gate) {
    $gate->pass();
    return 'undisturbed';
});
$first = $second = null;
$owner = spawn(function () use ($pdo, &$first, &$second) {
    $first = $pdo->prepare('SELECT pause()');
    $second = $pdo->prepare("INSERT INTO t VALUES (1, 'one')");
    $first->execute();
    return $first->fetchColumn();
});
suspend();
$calls = [
    'execute of the same statement' => fn() => $first->execute(),
    'fetch of the same statement' => fn() => $first->fetch(),
    'another statement of the connection' => fn() => $second->execute(),
];
foreach ($calls as $name => $call) {
    $e = await(spawn(fn() => thrown($call)));
    say($name, get_class($e), preg_match('/coroutine/i', $e->getMessage()));
}
say('the object itself works', value($pdo, 'SELECT count(*) FROM t'));
$gate->open();
say('the owner', await($owner));
say('one after the other', $second->execute(), value($pdo, 'SELECT count(*) FROM t'));
$calls = $call = $e = $first = $second = null;
say('usage', settled($pdo));
echo "done\n";
--EXPECT--
execute of the same statement: PDOException | 1
fetch of the same statement: PDOException | 1
another statement of the connection: PDOException | 1
the object itself works: 0
the owner: undisturbed
one after the other: true | 1
usage: 2 idle, 0 active
done

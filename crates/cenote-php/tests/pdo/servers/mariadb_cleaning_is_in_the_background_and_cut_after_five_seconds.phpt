--TEST--
SPEC 19.9, 20.1: cleaning holds up nobody who awaits the coroutine; where it fails or takes more than 5 s the connection is replaced
--SKIPIF--
<?php if (!getenv('CENOTE_MARIADB')) die('skip needs scripts/servers/run.sh'); ?>
--FILE--
<?php
require __DIR__ . '/mariadb.inc';
$admin = admin();
$admin->exec('CREATE TABLE stall (seconds INT); INSERT INTO stall VALUES (0)');
$stall = 'DO SLEEP((SELECT seconds FROM ' . schema() . '.stall))';
$pdo = pool(1, [PDO::MYSQL_ATTR_INIT_COMMAND => $stall]);
$first = apart(fn () => number($pdo));

$admin->exec('UPDATE stall SET seconds = 30');
$start = microtime(true);
apart(fn () => $pdo->exec('SET @v = 1'));
echo 'the awaiter went on at once: ';
var_dump(microtime(true) - $start < 3);
$next = Async\spawn(fn () => number($pdo));
Async\delay(1000);
$admin->exec('UPDATE stall SET seconds = 0');
echo 'the next one is served: ';
$second = Async\await($next);
var_dump($second !== $first);
$passed = microtime(true) - $start;
var_dump($passed > 4.5 && $passed < 15);

apart(function () use ($pdo, $admin, $second) {
    $pdo->exec('SET @v = 1');
    end_connection($admin, $second);
});
echo 'cleaning that fails: ';
var_dump(apart(fn () => number($pdo)) !== $second);

$pdo = pool(1, [PDO::ATTR_POOL_INIT => 'INSERT INTO stall VALUES (1)']);
$third = apart(fn () => number($pdo));
$admin->exec('DROP TABLE stall');
apart(fn () => $pdo->exec('SET @v = 1'));
settle($pdo);
$admin->exec('CREATE TABLE stall (seconds INT)');
echo 'an init text that fails: ';
var_dump(apart(fn () => number($pdo)) !== $third);
echo "done\n";
?>
--EXPECT--
the awaiter went on at once: bool(true)
the next one is served: bool(true)
bool(true)
cleaning that fails: bool(true)
an init text that fails: bool(true)
done

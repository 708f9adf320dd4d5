--TEST--
SPEC 30: protect() holds a cancellation back until the query in it has its answer
--SKIPIF--
<?php require __DIR__ . '/skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
use function Async\{await, delay, protect, spawn};

$task = spawn(function () use (&$begun): void {
    $mysqli = new mysqli(username: 'root', socket: getenv('CENOTE_MARIADB'));
    try {
        protect(function () use ($mysqli, &$begun): void {
            $begun = true;
            echo $mysqli->query('SELECT 7 + SLEEP(1.5)')->fetch_row()[0], "\n";
        });
        delay(0);
        echo "not here\n";
    } catch (Async\AsyncCancellation) {
        echo "cancelled afterwards\n";
    }
    echo $mysqli->query('SELECT 8')->fetch_row()[0], "\n";
});
until(function () use (&$begun): bool { return $begun ?? false; });
delay(10);
$task->cancel();
await($task);
echo "done\n";
?>
--EXPECT--
7
cancelled afterwards
8
done

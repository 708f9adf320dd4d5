--TEST--
SPEC 30.8: a finally block that runs because the script ends finishes its I/O
--SKIPIF--
<?php require __DIR__ . '/skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
use function Async\{delay, spawn};

$task = spawn(function () use (&$waiting): void {
    $mysqli = new mysqli(username: 'root', socket: getenv('CENOTE_MARIADB'));
    try {
        $waiting = true;
        delay(10_000);
    } finally {
        echo $mysqli->query('SELECT 5 + SLEEP(0.05)')->fetch_row()[0], "\n";
    }
});
until(function () use (&$waiting): bool { return $waiting ?? false; });
exit("exit\n");
?>
--EXPECT--
exit
5

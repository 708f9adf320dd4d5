--TEST--
SPEC 30.28: a negative time is refused by select as on stock PHP, and the longest possible one is waited for
--SKIPIF--
<?php
require __DIR__ . '/skip.inc';
if (!extension_loaded('sockets')) {
    die('skip ext/sockets is not there');
}
?>
--FILE--
<?php
use function Async\{await, spawn};

socket_create_pair(AF_UNIX, SOCK_STREAM, 0, $pair);
$select = function (?int $seconds, int $microseconds) use ($pair): string {
    $read = [$pair[0]];
    $write = $except = null;
    $count = @socket_select($read, $write, $except, $seconds, $microseconds);
    $error = socket_strerror(socket_last_error());
    socket_clear_error();
    return $count === false ? $error : "$count ready";
};
$try = function () use ($select, $pair): void {
    echo $select(-1, 0), ', ', $select(0, -1), ', ', $select(0, 0), "\n";
    socket_write($pair[1], 'x');
    echo $select(PHP_INT_MAX, 0), ', ', $select(PHP_INT_MAX >> 1, 999_999), ', ', $select(null, 0), "\n";
    socket_read($pair[0], 1);
};
$try();
await(spawn($try));
// Who is not ready waits, however long the time is.
$waiting = spawn(fn(): string => $select(PHP_INT_MAX, 0));
Async\delay(20);
var_dump($waiting->isCompleted());
socket_write($pair[1], 'x');
echo await($waiting), "\n";
echo 'done';
?>
--EXPECT--
Invalid argument, Invalid argument, 0 ready
1 ready, 1 ready, 1 ready
Invalid argument, Invalid argument, 0 ready
1 ready, 1 ready, 1 ready
bool(false)
1 ready
done

--TEST--
SPEC 30.13: ext/sockets in the main flow: a call goes on after a signal, or fails with EINTR if the handler was set so
--SKIPIF--
<?php
extension_loaded('sockets') or exit('skip needs the extension sockets');
?>
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
use function Async\{await, delay, spawn};

socket_create_pair(AF_UNIX, SOCK_STREAM, 0, $pair);
pcntl_async_signals(true);
foreach ([true, false] as $restart) {
    pcntl_signal(SIGUSR1, function (): void {
        echo "handler\n";
    }, $restart);
    $sender = spawn(function () use ($pair): void {
        delay(20);
        posix_kill(getmypid(), SIGUSR1);
        delay(20);
        socket_write($pair[1], 'data');
    });
    var_dump(@socket_recv($pair[0], $data, 100, 0), $data);
    echo socket_strerror(socket_last_error($pair[0])), "\n";
    await($sender);
}
echo "done\n";
?>
--EXPECT--
handler
int(4)
string(4) "data"
Success
handler
bool(false)
NULL
Interrupted system call
done

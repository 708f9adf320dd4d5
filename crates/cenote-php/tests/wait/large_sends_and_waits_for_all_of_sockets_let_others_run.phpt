--TEST--
SPEC 30.20: socket_write(), socket_send(), socket_sendto() and socket_sendmsg() of more than fits, and socket_recv() with MSG_WAITALL, let others run and do all of their work
--DESCRIPTION--
waits: `socket_write`, `socket_send`, `socket_sendto`, `socket_sendmsg`, `socket_recv` with `MSG_WAITALL` | lets others run | yes
--EXTENSIONS--
sockets
--FILE--
<?php
use function Async\{await, await_all_or_fail, delay, spawn};

$pair = function (): array {
    socket_create_pair(AF_UNIX, SOCK_STREAM, 0, $pair);
    return $pair;
};
$text = random_bytes(2_000_000);
$read = function (Socket $socket, int $wanted): string {
    for ($text = ''; strlen($text) < $wanted && socket_recv($socket, $part, 65536, 0); ) {
        $text .= $part;
        delay(1);
    }
    return $text;
};
$sends = [
    'socket_write' => fn(Socket $socket) => socket_write($socket, $text),
    'socket_send' => fn(Socket $socket) => socket_send($socket, $text, strlen($text), 0),
    'socket_sendto' => fn(Socket $socket) => @socket_sendto($socket, $text, strlen($text), 0, ''),
    'socket_sendmsg' => fn(Socket $socket) => socket_sendmsg($socket, ['iov' => str_split($text, 300_001)], 0),
];
foreach ($sends as $name => $send) {
    [$one, $other] = $pair();
    if ($name === 'socket_sendto') {
        // Unix sockets that are connected take no address.
        $listener = socket_create(AF_INET, SOCK_STREAM, SOL_TCP);
        socket_bind($listener, '127.0.0.1');
        socket_listen($listener);
        socket_getsockname($listener, $address, $port);
        $one = socket_create(AF_INET, SOCK_STREAM, SOL_TCP);
        [, $other] = await_all_or_fail([spawn(fn() => socket_connect($one, $address, $port)), spawn(fn() => socket_accept($listener))]);
        $send = fn(Socket $socket) => socket_sendto($socket, $text, strlen($text), 0, $address, $port);
    }
    [$sent, $received] = await_all_or_fail([spawn($send, $one), spawn($read, $other, strlen($text))]);
    echo "$name: $sent, ", $received === $text ? 'the same' : strlen($received) . ' received', "\n";
}

[$one, $other] = $pair();
$all = function (Socket $socket, int $wanted): string {
    $got = @socket_recv($socket, $text, $wanted, MSG_WAITALL);
    return var_export($got, true) . ' ' . var_export($text, true);
};
$receiver = spawn($all, $one, 4);
foreach (['h', 'i', 'ho'] as $part) {
    delay(2);
    socket_write($other, $part);
}
echo 'all: ', await($receiver), "\n";

$receiver = spawn($all, $one, 4);
socket_write($other, 'end');
delay(2);
socket_close($other);
echo 'the end comes first: ', await($receiver), "\n";

[$one, $other] = $pair();
socket_set_option($one, SOL_SOCKET, SO_RCVTIMEO, ['sec' => 0, 'usec' => 20_000]);
socket_write($other, 'ab');
echo 'the time limit comes first: ', await(spawn($all, $one, 4)), "\n";
echo 'nothing comes in time: ', await(spawn($all, $one, 4)), "\n";

[$one, $other] = $pair();
$receiver = spawn($all, $one, 4);
socket_write($other, 'ab');
delay(2);
$receiver->cancel();
try {
    await($receiver);
} catch (Async\AsyncCancellation) {
    echo "cancelled\n";
}

socket_create_pair(AF_UNIX, SOCK_DGRAM, 0, $datagrams);
$receiver = spawn($all, $datagrams[0], 10);
delay(1);
socket_write($datagrams[1], 'one');
socket_write($datagrams[1], 'two');
echo 'a datagram is one: ', await($receiver), "\n";

[$one, $other] = $pair();
socket_set_nonblock($one);
echo 'not blocking: ', await(spawn(fn() => @socket_write($one, $text) < strlen($text))) ? 'a part' : 'all', ', ', await(spawn($all, $one, 4)), "\n";

[$one, $other] = $pair();
socket_set_option($one, SOL_SOCKET, SO_SNDTIMEO, ['sec' => 0, 'usec' => 10_000]);
$sent = await(spawn(fn() => socket_write($one, $text)));
echo 'nobody reads in time: ', $sent > 0 && $sent < strlen($text) ? 'a part' : $sent, ', ', var_export(await(spawn(fn() => @socket_write($one, $text))), true), "\n";
?>
--EXPECT--
socket_write: 2000000, the same
socket_send: 2000000, the same
socket_sendto: 2000000, the same
socket_sendmsg: 2000000, the same
all: 4 'hiho'
the end comes first: 3 'end'
the time limit comes first: 2 'ab'
nothing comes in time: false NULL
cancelled
a datagram is one: 3 'one'
not blocking: a part, false NULL
nobody reads in time: a part, false

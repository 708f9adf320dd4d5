--TEST--
SPEC 30.20: each call that receives from or sends to a socket lets a ticker tick while it waits, goes on when it can, is cancelled and timed out, and ends as on stock PHP when its peer goes in the middle
--EXTENSIONS--
sockets
--FILE--
<?php
require __DIR__ . '/ticker.inc';

use function Async\{await, delay, spawn};

$streams = fn(): array => stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$tcp = function (): array {
    $server = stream_socket_server('tcp://127.0.0.1:0');
    socket_set_option(socket_import_stream($server), SOL_SOCKET, SO_RCVBUF, 65536);
    $ours = stream_socket_client('tcp://' . stream_socket_get_name($server, false));
    socket_set_option(socket_import_stream($ours), SOL_SOCKET, SO_SNDBUF, 65536);
    return [$ours, stream_socket_accept($server)];
};
$udp = function (): array {
    $server = stream_socket_server('udp://127.0.0.1:0', $code, $message, STREAM_SERVER_BIND);
    $client = stream_socket_client('udp://' . stream_socket_get_name($server, false));
    return [$server, $client, stream_socket_get_name($client, false)];
};
$sockets = function (): array {
    socket_create_pair(AF_UNIX, SOCK_STREAM, 0, $pair);
    return $pair;
};
$inet = function (): array {
    $listener = socket_create_listen(0);
    socket_set_option($listener, SOL_SOCKET, SO_RCVBUF, 65536);
    socket_getsockname($listener, $address, $port);
    $ours = socket_create(AF_INET, SOCK_STREAM, SOL_TCP);
    socket_set_option($ours, SOL_SOCKET, SO_SNDBUF, 65536);
    socket_connect($ours, '127.0.0.1', $port);
    return [$ours, socket_accept($listener), $port];
};
$text = str_repeat('0123456789', 300_000);
/** Reads all that is sent to a stream or a socket. */
$drain = fn(array $pair) => spawn(function () use ($pair, $text): void {
    for ($left = strlen($text); $left > 0; $left -= strlen($part)) {
        $part = is_resource($pair[1]) ? fread($pair[1], 65536) : socket_read($pair[1], 65536);
        if ($part === '' || $part === false) {
            return;
        }
    }
});
$close = function (array $pair): void {
    is_resource($pair[1]) ? fclose($pair[1]) : socket_close($pair[1]);
};
/** The last datagram to a port that nobody has any more: the kernel tells the client. */
$refuse = function (array $pair): void {
    fclose($pair[1]);
    @stream_socket_sendto($pair[0], 'x');
};
$part = fn(int|false $sent): string => match (true) {
    $sent === false || $sent < 0 => 'failed',
    $sent === strlen($GLOBALS['text']) => 'all',
    default => 'a part',
};
$received = function (string $call, Socket $socket, mixed ...$more): mixed {
    $count = @$call($socket, $data, ...$more);
    return $count === false ? false : $data;
};
// Name => how a pair is made, the call, what lets it go on, how the peer goes.
$calls = [
    'stream_socket_recvfrom, UDP server' => [$udp, fn($pair) => stream_socket_recvfrom($pair[0], 100),
        fn($pair) => stream_socket_sendto($pair[1], 'text'), null],
    'stream_socket_recvfrom, UDP client' => [fn() => array_reverse(array_slice($udp(), 0, 2)), fn($pair) => @stream_socket_recvfrom($pair[0], 100),
        fn($pair) => stream_socket_sendto($pair[1], 'text', 0, stream_socket_get_name($pair[0], false)), $refuse],
    'stream_socket_recvfrom, TCP' => [$tcp, fn($pair) => stream_socket_recvfrom($pair[0], 100), fn($pair) => fwrite($pair[1], 'text'), $close],
    'stream_socket_recvfrom, PEEK' => [$tcp, fn($pair) => stream_socket_recvfrom($pair[0], 100, STREAM_PEEK), fn($pair) => fwrite($pair[1], 'text'), $close],
    'socket_recv, WAITALL' => [$sockets, fn($pair) => $received('socket_recv', $pair[0], 4, MSG_WAITALL), fn($pair) => socket_write($pair[1], 'text'), $close],
    'socket_recv' => [$inet, fn($pair) => $received('socket_recv', $pair[0], 4, 0), fn($pair) => socket_write($pair[1], 'text'), $close],
    'socket_read' => [$inet, fn($pair) => @socket_read($pair[0], 4), fn($pair) => socket_write($pair[1], 'text'), $close],
    'socket_recvmsg' => [$sockets, function ($pair) {
        $message = ['name' => ['family' => AF_UNIX, 'path' => ''], 'buffer_size' => 100, 'controllen' => 100];
        return @socket_recvmsg($pair[0], $message) === false ? false : $message['iov'][0] ?? '';
    }, fn($pair) => socket_write($pair[1], 'text'), $close],
    'stream_socket_sendto' => [$streams, fn($pair) => $part(@stream_socket_sendto($pair[0], $text)), $drain, $close],
    'fwrite' => [$tcp, fn($pair) => $part(@fwrite($pair[0], $text)), $drain, $close],
    'socket_write' => [$sockets, fn($pair) => $part(@socket_write($pair[0], $text)), $drain, $close],
    'socket_send' => [$sockets, fn($pair) => $part(@socket_send($pair[0], $text, strlen($text), 0)), $drain, $close],
    'socket_sendto' => [$inet, fn($pair) => $part(@socket_sendto($pair[0], $text, strlen($text), 0, '127.0.0.1', $pair[2])), $drain, $close],
    'socket_sendmsg' => [$sockets, fn($pair) => $part(@socket_sendmsg($pair[0], ['iov' => str_split($text, 300_000)], 0)), $drain, $close],
];
foreach ($calls as $name => [$make, $call, $release, $go]) {
    $pair = $make();
    echo "$name: ", json_encode(beside_a_ticker(fn() => $call($pair), fn() => $release($pair)));
    $pair = $make();
    echo ', ', cancelled(fn() => $call($pair));
    $pair = $make();
    echo ', ', timed_out(fn() => $call($pair));
    if ($go !== null) {
        $pair = $make();
        echo ', its peer is gone: ', json_encode(beside_a_ticker(fn() => $call($pair), fn() => $go($pair)));
    }
    echo "\n";
}
?>
--EXPECT--
stream_socket_recvfrom, UDP server: "text", cancelled, timed out
stream_socket_recvfrom, UDP client: "text", cancelled, timed out, its peer is gone: false
stream_socket_recvfrom, TCP: "text", cancelled, timed out, its peer is gone: ""
stream_socket_recvfrom, PEEK: "text", cancelled, timed out, its peer is gone: ""
socket_recv, WAITALL: "text", cancelled, timed out, its peer is gone: null
socket_recv: "text", cancelled, timed out, its peer is gone: null
socket_read: "text", cancelled, timed out, its peer is gone: ""
socket_recvmsg: "text", cancelled, timed out, its peer is gone: ""
stream_socket_sendto: "all", cancelled, timed out, its peer is gone: "a part"
fwrite: "all", cancelled, timed out, its peer is gone: "a part"
socket_write: "all", cancelled, timed out, its peer is gone: "a part"
socket_send: "all", cancelled, timed out, its peer is gone: "a part"
socket_sendto: "all", cancelled, timed out, its peer is gone: "a part"
socket_sendmsg: "all", cancelled, timed out, its peer is gone: "a part"

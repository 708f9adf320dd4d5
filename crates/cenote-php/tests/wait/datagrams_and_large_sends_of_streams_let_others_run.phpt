--TEST--
SPEC 30.20: stream_socket_recvfrom() and stream_socket_sendto() let others run: on UDP, with PEEK, with more than fits into a socket, cancelled, timed out, with a peer that is gone, and many at once
--DESCRIPTION--
waits: `stream_socket_recvfrom`, `stream_socket_sendto`, also with UDP | lets others run | yes
--FILE--
<?php
use function Async\{await, await_all_or_fail, delay, spawn, timeout};

$udp = fn() => stream_socket_server('udp://127.0.0.1:0', $code, $message, STREAM_SERVER_BIND);
$port = fn($socket): string => 'udp://' . stream_socket_get_name($socket, false);
$pair = fn(): array => stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);

$server = $udp();
$receiver = spawn(function () use ($server): string {
    $seen = stream_socket_recvfrom($server, 1024, STREAM_PEEK);
    return $seen . ', ' . stream_socket_recvfrom($server, 1024, 0, $peer) . ' from ' . (str_starts_with($peer, '127.0.0.1:') ? 'a peer' : 'nobody');
});
delay(5);
stream_socket_sendto(stream_socket_client($port($server)), 'a datagram');
echo 'datagram: ', await($receiver), "\n";

[$one, $other] = $pair();
$receiver = spawn(fn() => stream_socket_recvfrom($one, 1024));
delay(5);
fwrite($other, 'bytes');
echo 'stream: ', await($receiver), "\n";

$receiver = spawn(fn() => stream_socket_recvfrom($server, 1024) . 'went on');
try {
    await($receiver, timeout(10));
} catch (Async\OperationCanceledException) {
    echo "timed out\n";
}
$receiver->cancel();
try {
    await($receiver);
} catch (Async\AsyncCancellation) {
    echo "cancelled\n";
}

[$one, $other] = $pair();
$read = function ($stream, int $wanted): string {
    for ($text = ''; strlen($text) < $wanted && !feof($stream); ) {
        $text .= fread($stream, 65536);
        delay(1);
    }
    return $text;
};
$text = random_bytes(3_000_000);
[$sent, $received] = await_all_or_fail([spawn(fn() => stream_socket_sendto($one, $text)), spawn($read, $other, strlen($text))]);
echo "sent $sent, received ", $received === $text ? 'the same' : strlen($received), "\n";

$sender = spawn(fn() => stream_socket_sendto($one, $text) . ' went on');
delay(5);
$sender->cancel();
try {
    await($sender);
} catch (Async\AsyncCancellation) {
    echo "cancelled\n";
}

[$one, $other] = $pair();
$sender = spawn(function () use ($one, $text): string {
    $sent = @stream_socket_sendto($one, $text);
    return $sent > 0 && $sent < strlen($text) ? 'a part was sent, ' . var_export(@stream_socket_sendto($one, 'more') > 0, true) : "sent $sent";
});
fread($other, 1000);
fclose($other);
echo 'the peer is gone: ', await($sender), "\n";

[$one, $other] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_DGRAM, 0);
[, $received] = await_all_or_fail([
    spawn(function () use ($one): void {
        for ($i = 0; $i < 1000; $i++) {
            stream_socket_sendto($one, "number $i");
        }
    }),
    spawn(function () use ($other): array {
        for ($all = []; count($all) < 1000; ) {
            $all[] = stream_socket_recvfrom($other, 100);
        }
        return $all;
    }),
]);
echo count($received), ' datagrams, the last is ', end($received), "\n";

// Each has a port of its own, as it is connected: those bound to port 0 with SO_REUSEADDR, as PHP does it, may share one.
$sockets = [];
for ($i = 0; $i < 300; $i++) {
    $sockets[] = stream_socket_client($port($server));
}
$receivers = array_map(fn($socket) => spawn(fn() => stream_socket_recvfrom($socket, 100)), $sockets);
delay(1);
foreach ($sockets as $i => $socket) {
    stream_socket_sendto($server, "to $i", 0, stream_socket_get_name($socket, false));
}
$wrong = 0;
foreach ($receivers as $i => $receiver) {
    $wrong += await($receiver) === "to $i" ? 0 : 1;
}
echo "300 at once: $wrong wrong\n";
?>
--EXPECT--
datagram: a datagram, a datagram from a peer
stream: bytes
timed out
cancelled
sent 3000000, received the same
cancelled
the peer is gone: a part was sent, false
1000 datagrams, the last is number 999
300 at once: 0 wrong

--TEST--
SPEC 30.13: socket_accept(), socket_connect(), socket_recv() and socket_read() let others run
--DESCRIPTION--
waits: `socket_recv`, `socket_read`, `socket_accept`, `socket_connect`, `socket_select` … of ext/sockets | lets others run | yes
--EXTENSIONS--
sockets
--FILE--
<?php
use function Async\{await, delay, spawn};

$server = socket_create(AF_INET, SOCK_STREAM, SOL_TCP);
socket_bind($server, '127.0.0.1', 0);
socket_listen($server);
socket_getsockname($server, $address, $port);
$accepter = spawn(function () use ($server): void {
    $client = socket_accept($server);
    echo "accepted\n";
    $GLOBALS['accepted'] = true;
    socket_recv($client, $data, 100, 0);
    echo "received $data\n";
    socket_write($client, 'answer');
});
$client = spawn(function () use ($port): void {
    $socket = socket_create(AF_INET, SOCK_STREAM, SOL_TCP);
    delay(10);
    $connected = socket_connect($socket, '127.0.0.1', $port);
    while (!isset($GLOBALS['accepted'])) {
        delay(1);
    }
    echo $connected ? "connected\n" : "not connected\n";
    socket_write($socket, 'question');
    $answer = socket_read($socket, 100);
    echo "read $answer\n";
});
await($client);
await($accepter);
$socket = socket_create(AF_INET, SOCK_DGRAM, SOL_UDP);
socket_bind($socket, '127.0.0.1', 0);
socket_set_option($socket, SOL_SOCKET, SO_RCVTIMEO, ['sec' => 0, 'usec' => 20_000]);
echo var_export(@socket_recvfrom($socket, $data, 100, 0, $from, $from_port), true), ' ', socket_last_error($socket) === SOCKET_EAGAIN ? 'EAGAIN' : 'other', "\n";
$cancelled = spawn(function () use ($server): void {
    @socket_accept($server);
    echo "went on\n";
});
delay(10);
$cancelled->cancel();
try {
    await($cancelled);
} catch (Async\AsyncCancellation) {
    echo "cancelled\n";
}
$receive = fn(): mixed => [@socket_recv($server, $data, 100, 0), socket_last_error($server) === SOCKET_ENOTCONN];
echo 'from a listening socket: ', json_encode(await(spawn($receive))), "\n";
$listening = stream_socket_server('tcp://127.0.0.1:0');
echo json_encode(await(spawn(fn() => stream_socket_recvfrom($listening, 100)))), "\n";
echo "done\n";
?>
--EXPECT--
accepted
connected
received question
read answer
false EAGAIN
cancelled
from a listening socket: [false,true]
false
done

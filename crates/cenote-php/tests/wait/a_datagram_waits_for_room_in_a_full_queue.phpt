--TEST--
SPEC 30.20: socket_sendto() to one whose queue is full lets others run, keeps its time limit, and can be cancelled; with and without a connection
--EXTENSIONS--
sockets
--FILE--
<?php
require __DIR__ . '/ticker.inc';

use function Async\{await, spawn};

$path = sys_get_temp_dir() . '/cenote-' . getmypid() . '-datagrams';
$receiver = socket_create(AF_UNIX, SOCK_DGRAM, 0);
socket_bind($receiver, $path);
$filler = socket_create(AF_UNIX, SOCK_DGRAM, 0);
socket_set_nonblock($filler);
$fill = function () use ($filler, $path): int {
    for ($filled = 0; @socket_sendto($filler, 'fills', 5, 0, $path) === 5; $filled++) {
    }
    return $filled;
};
$receive = function () use ($receiver): void {
    socket_recv($receiver, $data, 10, 0);
};
$connected = socket_create(AF_UNIX, SOCK_DGRAM, 0);
socket_connect($connected, $path);
$sender = socket_create(AF_UNIX, SOCK_DGRAM, 0);
$ways = [
    'socket_sendto' => [$sender, fn() => @socket_sendto($sender, 'text', 4, 0, $path)],
    'socket_sendmsg' => [$sender, fn() => @socket_sendmsg($sender, ['name' => ['path' => $path], 'iov' => ['te', 'xt']])],
    'socket_send, connected' => [$connected, fn() => @socket_send($connected, 'text', 4, 0)],
];
foreach ($ways as $name => [$socket, $send]) {
    $fill();
    echo "$name: ", beside_a_ticker($send, $receive), ', ';
    echo cancelled($send), ', ', timed_out($send), ', ';
    socket_set_option($socket, SOL_SOCKET, SO_SNDTIMEO, ['sec' => 0, 'usec' => 30_000]);
    echo json_encode(await(spawn($send))), socket_last_error($socket) === SOCKET_EAGAIN ? " in its time\n" : " for another reason\n";
    socket_set_option($socket, SOL_SOCKET, SO_SNDTIMEO, ['sec' => 0, 'usec' => 0]);
}
unlink($path);
?>
--EXPECT--
socket_sendto: 4, cancelled, timed out, false in its time
socket_sendmsg: 4, cancelled, timed out, false in its time
socket_send, connected: 4, cancelled, timed out, false in its time

--TEST--
SPEC 30.20: a thousand calls at once wait on sockets, beside a ticker, and each gets or sends its own: stream_socket_recvfrom() on UDP and on streams, large stream_socket_sendto(), socket_recv() with MSG_WAITALL, and large socket_write(), socket_send() and socket_sendmsg(), and socket_sendto() to one whose queue is full
--EXTENSIONS--
sockets
--SKIPIF--
<?php require __DIR__ . '/thousand_skip.inc'; ?>
--INI--
memory_limit=512M
--FILE--
<?php
require __DIR__ . '/thousand.inc';

use function Async\spawn;

$server = stream_socket_server('udp://127.0.0.1:0', $code, $message, STREAM_SERVER_BIND);
$address = stream_socket_get_name($server, false);
$clients = [];
for ($i = 0; $i < MANY; $i++) {
    $clients[$i] = stream_socket_client("udp://$address");
}
a_thousand('stream_socket_recvfrom, UDP', fn($i) => stream_socket_recvfrom($clients[$i], 100),
    fn($i) => stream_socket_sendto($server, "to $i", 0, stream_socket_get_name($clients[$i], false)), fn($i) => "to $i");
$clients = [];

$streams = fn(): array => array_map(fn() => stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0), array_fill(0, MANY, 0));
$pairs = $streams();
a_thousand('stream_socket_recvfrom', fn($i) => stream_socket_recvfrom($pairs[$i][0], 100), fn($i) => fwrite($pairs[$i][1], "to $i"), fn($i) => "to $i");

// Little fits at once.
const SIZE = 16_000;
$small = function (Socket $socket): void {
    socket_set_option($socket, SOL_SOCKET, SO_SNDBUF, 4096);
};
$drained = [];
$drain = function (int $i, Closure $read) use (&$drained): void {
    spawn(function () use ($i, $read, &$drained): void {
        for ($text = ''; strlen($text) < SIZE && ($part = $read($i)) != ''; ) {
            $text .= $part;
        }
        $drained[$i] = $text === str_repeat(chr(97 + $i % 26), SIZE);
    });
};
$text = fn(int $i): string => str_repeat(chr(97 + $i % 26), SIZE);
$all_drained = function () use (&$drained): void {
    while (count($drained) < MANY) {
        Async\delay(1);
    }
    echo array_sum($drained) === MANY ? "all arrived\n" : "spoiled\n";
    $drained = [];
};
$pairs = $streams();
array_map(fn(array $pair) => $small(socket_import_stream($pair[0])), $pairs);
a_thousand('stream_socket_sendto', fn($i) => stream_socket_sendto($pairs[$i][0], $text($i)),
    fn($i) => $drain($i, fn($i) => fread($pairs[$i][1], 8192)), fn($i) => SIZE);
$all_drained();

$sockets = function () use ($small): array {
    $pairs = [];
    for ($i = 0; $i < MANY; $i++) {
        socket_create_pair(AF_UNIX, SOCK_STREAM, 0, $pairs[$i]);
        $small($pairs[$i][0]);
    }
    return $pairs;
};
$pairs = $sockets();
a_thousand('socket_recv, WAITALL', function ($i) use (&$pairs): string {
    socket_recv($pairs[$i][1], $data, 8, MSG_WAITALL);
    return $data;
}, function ($i) use (&$pairs): void {
    socket_write($pairs[$i][0], 'half');
    spawn(fn() => socket_write($pairs[$i][0], sprintf('%04d', $i)));
}, fn($i) => sprintf('half%04d', $i));

$sends = [
    'socket_write' => fn($i) => socket_write($pairs[$i][0], $text($i)),
    'socket_send' => fn($i) => socket_send($pairs[$i][0], $text($i), SIZE, 0),
    'socket_sendmsg' => fn($i) => socket_sendmsg($pairs[$i][0], ['iov' => str_split($text($i), 6_000)], 0),
];
foreach ($sends as $name => $send) {
    a_thousand($name, $send, fn($i) => $drain($i, fn($i) => socket_read($pairs[$i][1], 8192)), fn($i) => SIZE);
    $all_drained();
}

// The queue of the one that receives is full, while the sockets of those who send count as ready.
$pairs = [];
$path = sys_get_temp_dir() . '/cenote-' . getmypid() . '-datagrams';
$receiver = socket_create(AF_UNIX, SOCK_DGRAM, 0);
socket_bind($receiver, $path);
$senders = array_map(fn() => socket_create(AF_UNIX, SOCK_DGRAM, 0), range(1, MANY));
$first = socket_create(AF_UNIX, SOCK_DGRAM, 0);
socket_set_nonblock($first);
for ($filled = 0; @socket_sendto($first, 'first', 5, 0, $path) === 5; $filled++) {
}
$got = [];
a_thousand('socket_sendto, full queue', fn($i) => socket_sendto($senders[$i], sprintf('%04d', $i), 4, 0, $path), function () use ($receiver, &$got): void {
    socket_recv($receiver, $got[], 10, 0);
}, fn($i) => 4);
while (count($got) < MANY + $filled) {
    socket_recv($receiver, $got[], 10, 0);
}
unlink($path);
$got = array_slice($got, $filled);
sort($got);
echo $got === array_map(fn(int $i): string => sprintf('%04d', $i), range(0, MANY - 1)) ? "all arrived\n" : "spoiled\n";
?>
--EXPECT--
stream_socket_recvfrom, UDP: 0 early, 0 wrong
stream_socket_recvfrom: 0 early, 0 wrong
stream_socket_sendto: 0 early, 0 wrong
all arrived
socket_recv, WAITALL: 0 early, 0 wrong
socket_write: 0 early, 0 wrong
all arrived
socket_send: 0 early, 0 wrong
all arrived
socket_sendmsg: 0 early, 0 wrong
all arrived
socket_sendto, full queue: 0 early, 0 wrong
all arrived

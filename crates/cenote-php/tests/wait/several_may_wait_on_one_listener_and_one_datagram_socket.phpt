--TEST--
SPEC 28.4: several coroutines may wait on a listening socket, a datagram socket, or in select
--FILE--
<?php
use function Async\{await, delay, spawn};

$server = stream_socket_server('tcp://127.0.0.1:0');
$datagrams = stream_socket_server('udp://127.0.0.1:0', $code, $message, STREAM_SERVER_BIND);
stream_set_blocking($datagrams, false);
$accepters = $receivers = [];
for ($i = 0; $i < 3; $i++) {
    $accepters[] = spawn(fn (): bool => is_resource(stream_socket_accept($server, 10)));
    $receivers[] = spawn(function () use ($datagrams): string {
        while (true) {
            $read = [$datagrams];
            $write = $except = null;
            stream_select($read, $write, $except, 10);
            $packet = stream_socket_recvfrom($datagrams, 100);
            if ($packet !== false && $packet !== '') {
                return $packet;
            }
        }
    });
}
delay(10);
$sender = stream_socket_client('udp://' . stream_socket_get_name($datagrams, false));
$clients = [];
for ($i = 0; $i < 3; $i++) {
    $clients[] = stream_socket_client('tcp://' . stream_socket_get_name($server, false));
    fwrite($sender, 'packet');
}
foreach ([...$accepters, ...$receivers] as $task) {
    echo var_export(await($task), true), "\n";
}
echo "done\n";
?>
--EXPECT--
true
true
true
'packet'
'packet'
'packet'
done

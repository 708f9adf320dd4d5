--TEST--
SPEC 30.2: cancelling stream_select(), stream_socket_accept() or flock() ends that wait and nothing else
--FILE--
<?php
use function Async\{await, delay, spawn};

[$here, $there] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$server = stream_socket_server('tcp://127.0.0.1:0');
$path = sys_get_temp_dir() . '/cenote-' . getmypid() . '-lock';
$held = fopen($path, 'c');
flock($held, LOCK_EX);
set_error_handler(fn (): bool => true); // accept warns that it failed
$waits = [
    'stream_select' => function () use ($here): void {
        $read = [$here];
        $write = $except = null;
        stream_select($read, $write, $except, 10);
        echo "went on\n";
    },
    'stream_socket_accept' => function () use ($server): void {
        stream_socket_accept($server, 10);
        echo "went on\n";
    },
    'flock' => function () use ($path): void {
        flock(fopen($path, 'c'), LOCK_EX);
        echo "went on\n";
    },
];
foreach ($waits as $name => $wait) {
    $cancelled = spawn($wait);
    $reader = spawn(function () use ($here): string {
        $read = [$here];
        $write = $except = null;
        return stream_select($read, $write, $except, 10) . ' ' . fread($here, 10);
    });
    $accepter = spawn(fn (): bool => is_resource(stream_socket_accept($server, 10)));
    delay(10);
    $cancelled->cancel();
    try {
        await($cancelled);
        echo "$name: nothing thrown\n";
    } catch (Async\AsyncCancellation) {
        echo "$name: cancelled\n";
    }
    fwrite($there, 'hello');
    $client = stream_socket_client('tcp://' . stream_socket_get_name($server, false));
    echo await($reader), ' ', var_export(await($accepter), true), "\n";
}
flock($held, LOCK_UN);
echo flock(fopen($path, 'c'), LOCK_EX) ? "lock is free\n" : "lock is lost\n";
unlink($path);
echo "done\n";
?>
--EXPECT--
stream_select: cancelled
1 hello true
stream_socket_accept: cancelled
1 hello true
flock: cancelled
1 hello true
lock is free
done

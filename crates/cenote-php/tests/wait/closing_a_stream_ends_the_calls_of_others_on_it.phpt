--TEST--
SPEC 28.6, 28.8: who closes a stream waits until the calls that others are in on it have returned
--FILE--
<?php
use function Async\{await, await_all, delay, spawn};

function pair(): array
{
    return stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
}

/** What $call returns in a coroutine, while $close runs in another. */
function closed(string $name, Closure $call, Closure $close): void
{
    $log = [];
    $user = spawn(function () use ($call, &$log) {
        $result = @$call();
        $log[] = 'returned ' . var_export($result, true);
    });
    delay(20);
    $log[] = 'closed ' . var_export($close(), true);
    $rubbish = [];
    foreach (range(8, 512, 8) as $size) {
        for ($i = 0; $i < 20; $i++) {
            $rubbish[] = str_repeat('A', $size);
        }
    }
    await($user);
    echo "$name: ", implode(', ', $log), "\n";
}

[$a, $b] = pair();
closed('fgets', fn () => fgets($a), fn () => fclose($a));
[$c, $d] = pair();
closed('fread', fn () => fread($c, 10), fn () => fclose($c));
[$e, $f] = pair();
closed('a copy', fn () => stream_get_contents($e), fn () => fclose($e));
$server = stream_socket_server('tcp://127.0.0.1:0');
closed('accept', fn () => stream_socket_accept($server, 10), fn () => fclose($server));
$server = stream_socket_server('tcp://127.0.0.1:0');
$client = stream_socket_client('tcp://' . stream_socket_get_name($server, false));
closed('a TCP client', fn () => fgets($client), fn () => fclose($client));
$sleep = popen('sleep 0.3', 'r');
closed('popen', fn () => fgets($sleep), fn () => pclose($sleep));
$process = proc_open('sleep 0.3', [1 => ['pipe', 'w']], $pipes);
closed('a pipe', fn () => fgets($pipes[1]), fn () => fclose($pipes[1]));
$process = proc_open('sleep 0.3', [1 => ['pipe', 'w']], $pipes);
closed('a process', fn () => fgets($pipes[1]), function () use (&$process) {
    $process = null;
    return 'freed';
});

// Two are inside.
[$a, $b] = pair();
$readers = [spawn(fn () => fgets($a)), spawn(fn () => fgets($a))];
delay(5);
fclose($a);
echo json_encode(await_all($readers)[0]), "\n";

// Those that look at no result.
function again_and_again(Closure $call, Closure $close): void
{
    $user = spawn(function () use ($call) {
        while (true) {
            @$call();
        }
    });
    delay(5);
    echo 'closed: ', var_export($close(), true), "\n";
    try {
        await($user);
    } catch (Async\AsyncException | TypeError $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
$server = stream_socket_server('tcp://127.0.0.1:0');
again_and_again(fn () => stream_socket_accept($server, 10), fn () => fclose($server));
[$a, $b] = pair();
again_and_again(fn () => fgets($a), fn () => fclose($a));

// The main flow is inside.
[$a, $b] = pair();
spawn(fn () => fclose($a));
var_dump(fgets($a));

// By whom the call is in itself: in a callback of its own, and in a destructor for a stream that nobody is inside of.
[$a, $b] = pair();
$in = spawn(function () use ($a) {
    set_error_handler(function () use ($a) {
        echo 'own: ', var_export(fclose($a), true), "\n";
        return true;
    });
    delay(1);
    trigger_error('as if by the stream');
});
await($in);
echo "done\n";
?>
--EXPECTF--
fgets: returned false, closed true
fread: returned '', closed true
a copy: returned '', closed true
accept: returned false, closed true
a TCP client: returned false, closed true
popen: returned false, closed 0
a pipe: returned false, closed true
a process: returned false, closed 'freed'
[false,false]
closed: true
Async\AsyncException: Another coroutine is closing what this call uses. The call before has failed for the same reason: look at its result, and leave the loop
closed: true
TypeError: fgets(): %sstream%S
bool(false)
own: true
done

--TEST--
SPEC 30.2: a coroutine that is cancelled while its client connects gets its cancellation at once, with the client's exception as previous
--SKIPIF--
<?php require __DIR__ . '/skip_redis.inc'; ?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
use function Async\{await, delay, spawn};

set_error_handler(fn (): bool => true);
/** A server that never says a word. */
$silent = stream_socket_server('tcp://127.0.0.1:0');
$port = (int) explode(':', stream_socket_get_name($silent, false))[1];
/** One whose queue is full: the kernel does not answer. */
$full = socket_create(AF_INET, SOCK_STREAM, SOL_TCP);
socket_bind($full, '127.0.0.1', 0);
socket_listen($full, 0);
socket_getsockname($full, $host, $full_port);
$taken = stream_socket_client("tcp://127.0.0.1:$full_port");

$connects = [
    'pdo_pgsql' => fn () => new PDO("pgsql:host=127.0.0.1;port=$port;user=u;sslmode=disable"),
    'pgsql' => fn () => pg_connect("host=127.0.0.1 port=$port user=u sslmode=disable", PGSQL_CONNECT_FORCE_NEW),
    'pdo_mysql' => fn () => new PDO("mysql:host=127.0.0.1;port=$port", 'u'),
    'mysqli' => fn () => new mysqli('127.0.0.1', 'u', port: $port),
    'phpredis' => fn () => (new Redis())->connect('127.0.0.1', $full_port),
    'curl' => fn () => curl_exec(curl_init("http://127.0.0.1:$full_port/")),
    'stream_socket_client' => fn () => stream_socket_client("tcp://127.0.0.1:$full_port"),
    'socket_connect' => fn () => socket_connect(socket_create(AF_INET, SOCK_STREAM, SOL_TCP), '127.0.0.1', $full_port),
];
foreach ($connects as $client => $connect) {
    $task = spawn(function () use ($connect): void {
        $connect();
        echo "reached the next statement\n";
    });
    delay(30);
    $waited = !$task->isCompleted();
    $begin = hrtime(true);
    $task->cancel();
    try {
        await($task);
        echo "$client: went on\n";
    } catch (Throwable $error) {
        $previous = $error->getPrevious();
        echo "$client: ", $waited ? '' : 'did not wait, ', $error::class, ', previous: ', $previous ? $previous::class : 'none',
            hrtime(true) - $begin < 10e9 ? "\n" : ", late\n";
    }
}
echo "done\n";
?>
--EXPECT--
pdo_pgsql: Async\AsyncCancellation, previous: PDOException
pgsql: Async\AsyncCancellation, previous: none
pdo_mysql: Async\AsyncCancellation, previous: PDOException
mysqli: Async\AsyncCancellation, previous: mysqli_sql_exception
phpredis: Async\AsyncCancellation, previous: none
curl: Async\AsyncCancellation, previous: none
stream_socket_client: Async\AsyncCancellation, previous: none
socket_connect: Async\AsyncCancellation, previous: none
done

--TEST--
SPEC 28.4: two coroutines that wait on one connection inside its client both get an error, others go on
--SKIPIF--
<?php require __DIR__ . '/skip_redis.inc'; ?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
use function Async\{await, delay, spawn};

$server = stream_socket_server('tcp://127.0.0.1:0');
$stream = stream_socket_client('tcp://' . stream_socket_get_name($server, false));
$postgres = pg_connect(getenv('CENOTE_POSTGRES'));
set_error_handler(fn (): bool => true);
$calls = [
    'a stream' => fn (): mixed => fgets($stream),
    'pgsql' => fn (): mixed => pg_query($postgres, 'SELECT pg_sleep(5)'),
];
$aside = spawn(fn (): mixed => (new PDO('pgsql:' . strtr(getenv('CENOTE_POSTGRES'), ' ', ';')))->query('SELECT 1 FROM pg_sleep(0.2)')->fetchColumn());
foreach ($calls as $name => $call) {
    $ends = [];
    foreach ([1, 2] as $which) {
        $ends[] = spawn(function () use ($call): string {
            try {
                return $call() ? 'answer' : 'failed';
            } catch (Throwable $error) {
                return $error instanceof Async\AsyncException ? $error->getMessage() : 'failed';
            }
        });
        delay(10);
    }
    echo $name, ': ', await($ends[0]), ', ', await($ends[1]), "\n";
}
echo await($aside), "\n";
echo "done\n";
?>
--EXPECT--
a stream: failed, This connection is in use: another coroutine waits on it inside its client library. It was shut down, as its next answer could have gone to either. Use one connection per coroutine, from a pool for instance
pgsql: failed, This connection is in use: another coroutine waits on it inside its client library. It was shut down, as its next answer could have gone to either. Use one connection per coroutine, from a pool for instance
1
done

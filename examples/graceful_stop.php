<?php
// An HTTP server that stops gracefully: at SIGTERM it accepts nobody any more, finishes what it has begun, closes its
// connections and ends.
//   CENOTE_REDIS=/path/to/socket php examples/graceful_stop.php [tcp://127.0.0.1:8080]

declare(strict_types=1);

use Async\Pool;
use function Async\{await_all, spawn, timeout};

$server = stream_socket_server($argv[1] ?? 'tcp://127.0.0.1:0', $code, $message);
$server !== false || exit("$message\n");

$address = getenv('CENOTE_REDIS') ?: '127.0.0.1';
$pool = new Pool(
    factory: function () use ($address): Redis {
        $redis = new Redis();
        $redis->connect($address);
        return $redis;
    },
    destructor: fn (Redis $redis): bool => $redis->close(),
    max: 5,
);

$serve = function ($client) use ($pool): void {
    fgets($client);
    $redis = $pool->acquire(5_000);
    try {
        $redis->rawCommand('BLPOP', 'cenote:example:nothing', '0.5'); // work that takes half a second
        fwrite($client, "HTTP/1.0 200 OK\r\n\r\nserved by the " . $redis->echo('database') . "\n");
    } finally {
        $pool->release($redis);
        fclose($client);
    }
};

$stopping = false;
pcntl_async_signals(true);
foreach ([SIGTERM, SIGINT] as $signal) {
    pcntl_signal($signal, function () use (&$stopping): void {
        $stopping = true;
    });
}

echo 'listening on ', stream_socket_get_name($server, false), "\n";
/** @var array<int, Async\Coroutine> requests in progress, by id */
$requests = [];
while (!$stopping) {
    $readable = [$server];
    $none = null;
    // Meanwhile the requests are served. A signal ends this wait; the second is for one that came just before.
    if (!@stream_select($readable, $none, $none, 1)) {
        continue;
    }
    $request = spawn($serve, stream_socket_accept($server));
    $requests[$request->getId()] = $request;
    $request->onFinally(function () use ($request, &$requests): void {
        unset($requests[$request->getId()]);
    });
}

fclose($server);
echo 'finishing ', count($requests), " requests\n";
[, $errors] = await_all($requests, timeout(10_000));
echo count($errors), " of them failed\n";
$pool->close();
echo count($pool), " connections left\n";

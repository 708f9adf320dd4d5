<?php
// Workerman's HTTP server on our loop: handlers that wait, many idle connections, reload, stop, and orders of clients that hang up.

declare(strict_types=1);

require __DIR__ . '/boot.php';
require __DIR__ . '/server.php';
needs('Workerman\Worker', 'workerman/workerman');

parse_str(strtr((string) getenv('CENOTE_POSTGRES'), ' ', '&'), $postgres);
$dsn = $postgres === [] ? '' : 'pgsql:' . http_build_query($postgres, '', ';');
$dsn = urldecode($dsn);
$server = new Server('workerman.php', ['DSN' => $dsn, 'WORKERS' => '1']);
check($server->ask('/ready') === 'ready', 'it answers: ' . $server->output());

// 100 handlers that sleep for 50 ms would take five seconds one after the other.
$took = milliseconds(function () use ($server): void {
    check($server->askTogether(100, '/sleep') === array_fill(0, 100, 'slept'), 'all are answered');
});
check($took < 4900, "handlers wait together: $took ms");

// Clients that send the same bytes at the same time have requests and sessions of their own.
for ($round = 0; $round < 3; $round++) {
    $answers = $server->askTogether(20, '/session');
    $sessions = array_map(fn (?string $answer): array => explode(' ', (string) $answer), $answers);
    check(count(array_unique(array_column($sessions, 0))) === 20, 'twenty sessions: ' . json_encode($answers) . $server->output());
    check(array_column($sessions, 1) === array_column($sessions, 2), 'each on its own connection: ' . json_encode($answers));
}

// More connections than select() could watch, beside which others are served.
if (posix_getrlimit()['soft openfiles'] > 3000 || posix_getrlimit()['soft openfiles'] === 'unlimited') {
    $idle = [];
    for ($i = 0; $i < 1200; $i++) {
        $idle[] = stream_socket_client("tcp://127.0.0.1:$server->port");
    }
    check($server->askTogether(20, '/ready') === array_fill(0, 20, 'ready'), 'served beside 1,200 idle connections');
    unset($idle);
}

if ($dsn !== '') {
    $plain = new PDO($dsn);
    $plain->exec('DROP TABLE IF EXISTS orders, order_lines; CREATE TABLE orders (client int NOT NULL); CREATE TABLE order_lines (client int NOT NULL);
        DROP TABLE IF EXISTS order_count; CREATE TABLE order_count (orders int); INSERT INTO order_count VALUES (0)');
    // A third of 64 clients hang up while their transactions are open.
    $asking = [];
    for ($client = 0; $client < 64; $client++) {
        $asking[] = Async\spawn(function () use ($server, $client): bool {
            if ($client % 3 !== 0) {
                return $server->ask("/order?client=$client") === 'ordered';
            }
            $connection = stream_socket_client("tcp://127.0.0.1:$server->port");
            fwrite($connection, "GET /order?client=$client HTTP/1.1\r\nHost: localhost\r\n\r\n");
            fclose($connection);
            return false;
        });
    }
    $ordered = array_keys(array_filter(Async\await_all_or_fail($asking)));
    Async\delay(1000);
    $rows = $plain->query('SELECT client FROM orders ORDER BY client')->fetchAll(PDO::FETCH_COLUMN);
    check(count($ordered) === 42 && array_map(intval(...), $rows) === $ordered, 'rows of those who stayed, and no others: ' . json_encode($rows));
}

// SIGUSR1 to the master: new workers.
posix_kill($server->pid(), SIGUSR1);
Async\delay(1500);
check($server->ask('/ready') === 'ready', 'it answers after a reload: ' . $server->output());
check($server->stop(SIGINT), 'SIGINT stops it: ' . $server->output());
if ($dsn !== '') {
    $left = $plain->query("SELECT count(*) FROM pg_stat_activity WHERE query LIKE '%pg_sleep%' AND pid <> pg_backend_pid()")->fetchColumn();
    check((int) $left === 0, "no connection is left on the server: $left");
}
echo "ok\n";

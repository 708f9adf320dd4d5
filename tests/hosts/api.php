<?php
// The example application on Workerman, under load: clients log in, list and order; what was answered is in the database and nothing
// else, also when the server is stopped in the middle.

declare(strict_types=1);

require __DIR__ . '/boot.php';
require __DIR__ . '/server.php';
needs('Workerman\Worker', 'workerman/workerman');

parse_str(strtr((string) getenv('CENOTE_POSTGRES'), ' ', '&'), $postgres);
$file = tempnam(sys_get_temp_dir(), 'cenote');
// On SQLite a second writer is told to try again.
$dsn = $postgres === [] ? "sqlite:$file" : 'pgsql:' . urldecode(http_build_query($postgres, '', ';'));
$pdo = new PDO($dsn);
$pdo->exec('DROP TABLE IF EXISTS item');
$pdo->exec('DROP TABLE IF EXISTS purchase');
$server = new Server('api.php', ['DSN' => $dsn, 'WORKERS' => '2']);
$send = function (string $request, mixed $body = null, string $token = '') use ($server): ?array {
    $connection = @stream_socket_client("tcp://127.0.0.1:$server->port", timeout: 10);
    if ($connection === false) {
        return null;
    }
    stream_set_timeout($connection, 30);
    $body = $body === null ? '' : json_encode($body);
    @fwrite($connection, "$request HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer $token\r\nContent-Length: " . strlen($body) . "\r\n\r\n$body");
    [$status, $length] = [fgets($connection), 0];
    while (($line = fgets($connection)) !== false && $line !== "\r\n") {
        if (stripos($line, 'content-length:') === 0) {
            $length = (int) substr($line, 15);
        }
    }
    return $status === false ? null : [(int) substr($status, 9, 3), json_decode(stream_get_contents($connection, $length), true)];
};

check($send('GET /nowhere')[0] === 404 && $send('POST /login', ['user' => 'eve', 'password' => 'guess'])[0] === 401, 'refused: ' . $server->output());
check($send('POST /orders', ['item' => 1, 'count' => 1])[0] === 401, 'an order needs a login');
$sold = 0;
$statuses = [];
$client = function (int $number) use ($send, &$sold, &$statuses): void {
    [$status, $answer] = $send('POST /login', ['user' => "user $number", 'password' => 'secret']);
    check($status === 200, 'the login');
    [$status, $items] = $send('GET /items');
    check($status === 200 && count($items) === 3, 'the list');
    for ($i = 0; $i < 6; $i++) {
        $order = ['item' => $number % 3 + 1, 'count' => 1 + $number % 2];
        $status = $send('POST /orders', $order, $answer['token'])[0];
        $statuses[$status] = ($statuses[$status] ?? 0) + 1;
        $sold += $status === 201 ? $order['count'] : 0;
    }
};
$clients = [];
for ($number = 0; $number < 48; $number++) {
    $clients[] = Async\spawn($client, $number);
}
Async\await_all_or_fail($clients);
$figures = fn (): array => array_map(intval(...), $pdo->query('SELECT (SELECT sum(stock) FROM item), (SELECT sum(count) FROM purchase)')->fetch(PDO::FETCH_NUM));
check(array_diff_key($statuses, [201 => 0, 409 => 0, 503 => 0]) === [], 'answers: ' . json_encode($statuses));
check($postgres === [] || !isset($statuses[503]), 'PostgreSQL has room for all: ' . json_encode($statuses));
check($figures() === [300 - $sold, $sold] && $sold > 0, "sold $sold, in the database " . json_encode($figures()));

// Stopped gracefully under load: what was answered is there, and nothing else.
$pdo->exec('UPDATE item SET stock = 10000');
$pdo->exec('DELETE FROM purchase');
$token = $send('POST /login', ['user' => 'last', 'password' => 'secret'])[1]['token'];
$answered = 0;
$isOver = false;
$ordering = [];
$order = function () use ($send, $token, &$answered, &$isOver): void {
    while (!$isOver) {
        $answer = $send('POST /orders', ['item' => 1, 'count' => 1], $token);
        $answered += $answer !== null && $answer[0] === 201 ? 1 : 0;
        Async\delay(1);
    }
};
for ($i = 0; $i < 16; $i++) {
    $ordering[] = Async\spawn($order);
}
until(function () use (&$answered): bool {
    return $answered > 30;
});
check($server->stop(SIGQUIT, 30), 'it stops: ' . $server->output());
$isOver = true;
Async\await_all_or_fail($ordering);
check($figures()[1] === $answered, "answered $answered, in the database {$figures()[1]}");
array_map(unlink(...), glob("$file*"));
echo "ok\n";

<?php
// Servers that are stopped while 64 clients order, a third of whom hang up: an accepted request is answered as a whole or not at all, what
// was answered is in the database, nothing is of which the client had hung up before its commit began, and no connection is left there.

declare(strict_types=1);

require __DIR__ . '/boot.php';
require __DIR__ . '/server.php';

$hosts = array_filter([
    'Workerman, SIGTERM' => ['Workerman\Worker', 'workerman.php', [], SIGTERM],
    'Workerman, SIGQUIT' => ['Workerman\Worker', 'workerman.php', ['WORKERS' => '2'], SIGQUIT],
    'Workerman, handlers cancelled, SIGQUIT' => ['Workerman\Worker', 'workerman.php', ['CANCELS' => '1'], SIGQUIT],
    'AMPHP, SIGTERM' => ['Amp\Http\Server\SocketHttpServer', 'amphp.php', ['REVOLT_DRIVER' => 'Cenote\Revolt\Driver', 'CANCELS' => '1'], SIGTERM],
], fn (array $host): bool => class_exists($host[0]));
if ($hosts === []) {
    exit("skipped: no host; composer require workerman/workerman amphp/http-server, and name the project's folder in CENOTE_HOSTS\n");
}
parse_str(strtr((string) getenv('CENOTE_POSTGRES'), ' ', '&'), $postgres);
if ($postgres === []) {
    exit("skipped: no PostgreSQL; scripts/servers/run.sh scripts/compat/hosts.sh\n");
}
$dsn = 'pgsql:' . urldecode(http_build_query($postgres, '', ';'));
$pdo = new PDO($dsn);

/** So late may a server learn that a client has hung up: on a busy machine the kernel takes its time. */
const LATENCY = 20_000_000;

/** Asks once on a connection of its own. Null: refused, or closed before an answer began; a number: when it had hung up. */
function ask_once(int $port, int $client, bool $hangsUp): string|int|null
{
    $connection = @stream_socket_client("tcp://127.0.0.1:$port", timeout: 10);
    if ($connection === false) {
        return null;
    }
    stream_set_timeout($connection, 30);
    @fwrite($connection, "GET /order?client=$client HTTP/1.1\r\nHost: localhost\r\n\r\n");
    if ($hangsUp) {
        Async\delay(random_int(0, 60));
        fclose($connection);
        return hrtime(true);
    }
    for ($answer = ''; !preg_match('~\r\ncontent-length: (\d+)\r\n(?:.*?\r\n)?\r\n(.*)~si', $answer, $found) || strlen($found[2]) < $found[1];) {
        $more = (string) @fread($connection, 8192);
        check(!stream_get_meta_data($connection)['timed_out'], "nobody is kept waiting: $answer");
        if ($more === '') {
            check($answer === '', "no part of an answer: $answer");
            return null;
        }
        $answer .= $more;
    }
    return $answer;
}

foreach ($hosts as $name => [, $program, $environment, $signal]) {
    $pdo->exec('DROP TABLE IF EXISTS orders, order_lines; CREATE TABLE orders (client int NOT NULL); CREATE TABLE order_lines (client int NOT NULL);
        DROP TABLE IF EXISTS order_count; CREATE TABLE order_count (orders int); INSERT INTO order_count VALUES (0)');
    $server = new Server($program, $environment + ['DSN' => "$dsn;application_name=cenote_hosts"]);
    $answered = $left = $hungUp = [];
    $isOver = false;
    $client = function (int $number) use ($server, &$answered, &$left, &$hungUp, &$isOver): void {
        for ($round = 0; !$isOver; $round++) {
            $id = 1000 * $round + $number;
            $answer = ask_once($server->port, $id, $number % 3 === 0);
            if ($number % 3 === 0) {
                $left[] = $id;
                is_int($answer) && $hungUp[$id] = $answer;
                Async\delay(300); // they would ask faster than the others
            } elseif ($answer === null) {
                // Closed without an answer: whether the order was taken is open, as with any server that goes away.
                $left[] = $id;
                Async\delay(5);
            } elseif (str_starts_with($answer, 'HTTP/1.1 200') && str_ends_with($answer, 'ordered')) {
                $answered[] = $id;
            } else {
                check(str_starts_with($answer, 'HTTP/1.1 503') && str_contains($answer, "\r\n\r\n"), 'a whole answer: ' . $answer);
            }
        }
    };
    $clients = array_map(fn (int $number) => Async\spawn($client, $number), range(0, 63));
    for ($i = 0; $i < 1000 && count($answered) < 60; $i++) {
        Async\delay(50);
    }
    $before = count($answered);
    check($before > 0, "$name: it answers: " . $server->output());
    $wasOpen = (int) $pdo->query("SELECT count(*) FROM pg_stat_activity WHERE application_name = 'cenote_hosts'")->fetchColumn();
    check($server->stop($signal, 30), "$name: it stops: " . $server->output());
    // The time before it was looked whether the client is there, after which the commit began.
    preg_match_all('~^(\d+) (\d+)$~m', (string) file_get_contents("$server->folder/commits"), $found);
    $committing = array_combine($found[1], array_map(intval(...), $found[2]));
    $isOver = true;
    Async\await_all_or_fail($clients);
    $rows = fn (string $table): array => array_map(intval(...), $pdo->query("SELECT client FROM $table ORDER BY client")->fetchAll(PDO::FETCH_COLUMN));
    for ($i = 0; $i < 100 && ($open = (int) $pdo->query("SELECT count(*) FROM pg_stat_activity WHERE application_name = 'cenote_hosts'")->fetchColumn()) > 0; $i++) {
        usleep(50_000);
    }
    [$orders, $lines] = [$rows('orders'), $rows('order_lines')];
    check($wasOpen > 0 && $open === 0, "$name: no connection is left: $open of $wasOpen");
    check($orders === $lines, "$name: orders are whole");
    check(count($orders) === count(array_unique($orders)), "$name: none is taken twice");
    check(array_diff($answered, $orders) === [], "$name: what was answered is there");
    $others = array_diff($orders, $answered, $left);
    check($others === [], "$name: nobody else's is there: " . implode(', ', $others));
    $late = array_filter($hungUp, fn (int $time, int $id): bool => in_array($id, $orders, true) && $committing[$id] > $time + LATENCY, ARRAY_FILTER_USE_BOTH);
    check($late === [], "$name: no order whose client had hung up before its commit began: " . json_encode(array_intersect_key($committing, $late)) . ' ' . json_encode($late));
    check(array_diff($orders, array_keys($committing)) === [], "$name: an order is there by its commit alone");
    check((int) $pdo->query('SELECT orders FROM order_count')->fetchColumn() === count($orders), "$name: the count is that of the orders");
    $kept = count(array_intersect(array_keys($hungUp), $orders));
    check(count($hungUp) > $kept, "$name: some orders were given up");
    printf("%s: %d of %d whose clients hung up were under way to be committed\n", $name, $kept, count($hungUp));
    printf("%s: %d answered, %d of those after the signal, %d left or cut, %d of these in the database\n", $name, count($answered), count($answered) - $before, count($left), count($orders) - count($answered));
}
echo "ok\n";

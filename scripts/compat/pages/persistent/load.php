<?php
// Sends requests for page.php from several clients at once: load.php SOCKET DSN USER REQUESTS CLIENTS CHILDREN. Meanwhile all connections are
// ended on the server now and then, and the server itself is restarted. Ends with "N passed, N failed, 0 skipped".
declare(strict_types=1);

require __DIR__ . '/../fastcgi.php';
mt_srand((int) (getenv('SEED') ?: 1));

[, $socket, $dsn, $user, $requests, $clients, $children] = $argv;
const WAYS = ['transaction', 'setting', 'table', 'lock', 'channel', 'rows', 'exit', 'exception', 'fatal', 'memory', 'killed', 'attribute', 'coroutines',
    'nothing', 'nothing', 'nothing'];
$is_postgres = str_starts_with($dsn, 'pgsql:');
$admin = fn() => new PDO(str_replace(['dbname=kept', 'application_name=kept'], ['dbname=mysql', ''], $dsn), $user ?: null);
$setup = new PDO($dsn, $user ?: null);
$setup->exec('DROP TABLE IF EXISTS kept_rows');
$setup->exec('CREATE TABLE kept_rows (id int PRIMARY KEY, v varchar(20))' . ($is_postgres ? '' : ' ENGINE=InnoDB'));
for ($row = 0; $row < 20; $row++) {
    $setup->exec("INSERT INTO kept_rows VALUES ($row, 'row $row')");
}
$setup = null;

$run = function (int $client) use ($socket, $dsn, $user, $requests, $clients): array {
    mt_srand(1000 + $client);
    $answers = [];
    for ($number = 0; $number < intdiv((int) $requests, (int) $clients); $number++) {
        $query = http_build_query(['dsn' => $dsn, 'user' => $user, 'how' => WAYS[mt_rand(0, count(WAYS) - 1)], 'row' => mt_rand(0, 19)]);
        $body = ask_over_fastcgi(stream_socket_client("unix://$socket", timeout: 20), __DIR__ . '/page.php', $query, false);
        $answer = json_decode(strtok($body, "\n") ?: '', true) ?? ['problems' => ["answered with: $body"]];
        $answers[] = $answer + ['at' => microtime(true)];
        if (preg_grep('/^lost: /', $answer['problems'])) {
            // While a server is down every request fails, and fast.
            usleep(50_000);
        }
    }
    return $answers;
};
$pipes = $pids = [];
for ($client = 0; $client < (int) $clients; $client++) {
    [$mine, $theirs] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    if (($pids[] = pcntl_fork()) === 0) {
        fclose($mine);
        fwrite($theirs, json_encode($run($client)));
        exit;
    }
    fclose($theirs);
    $pipes[] = $mine;
}
/** Has the server of scripts/servers/run.sh end and start again; from when until when clients have noticed. */
$restart = function () use ($admin, $is_postgres, &$watch): array {
    $watch = null;
    $began = microtime(true);
    $name = $is_postgres ? 'postgres' : 'mariadb';
    $folder = getenv('CENOTE_FOLDER');
    touch("$folder/$name.again");
    $ends = $is_postgres ? SIGINT : SIGTERM;
    posix_kill((int) file_get_contents($is_postgres ? "$folder/postgres/data/postmaster.pid" : "$folder/mariadb/pid"), $ends);
    while (file_exists("$folder/$name.again")) {
        usleep(10_000);
    }
    for ($tries = 0; $watch === null; $tries++) {
        try {
            $watch = $admin();
        } catch (PDOException $e) {
            $tries < 1500 || throw $e;
            usleep(20_000);
        }
    }
    return [$began, microtime(true) + 0.5];
};
// Connections are counted, all of them ended now and then, and the server is restarted.
$most = $cuts = 0;
$restarts = [];
$watch = $admin();
for ($beats = 1; pcntl_waitpid($pids[0], $status, WNOHANG) === 0; $beats++) {
    usleep(100_000);
    if ($beats % 200 === 2) {
        $restarts[] = $restart();
    }
    $ids = $watch->query($is_postgres ? "SELECT pid FROM pg_stat_activity WHERE application_name = 'kept'"
        : "SELECT id FROM information_schema.processlist WHERE db = 'kept'")->fetchAll(PDO::FETCH_COLUMN);
    $most = max($most, count($ids));
    if ($beats % 50 === 0) {
        $cuts++;
        foreach ($ids as $id) {
            try {
                $watch->exec($is_postgres ? "SELECT pg_terminate_backend($id)" : "KILL $id");
            } catch (PDOException) {
            }
        }
    }
    // The pipes are read in time.
    foreach ($pipes as $at => $pipe) {
        stream_set_blocking($pipe, false);
        $read[$at] = ($read[$at] ?? '') . stream_get_contents($pipe);
    }
}
foreach ($pipes as $at => $pipe) {
    stream_set_blocking($pipe, true);
    $read[$at] .= stream_get_contents($pipe);
}
$answers = array_merge(...array_map(fn(string $json) => json_decode($json, true) ?? [['problems' => ['no answers']]], $read));
$is_lost = fn(string $problem) => str_starts_with($problem, 'lost: ');
$is_of_restart = fn(array $answer) => array_filter($restarts, fn(array $restart) => $answer['at'] >= $restart[0] && $answer['at'] <= $restart[1]);
$problems = array_merge(...array_column($answers, 'problems'));
$wrong = array_filter($problems, fn(string $problem) => !$is_lost($problem));
$in_peace = array_filter($answers, fn(array $answer) => !$is_of_restart($answer + ['at' => 0]));
$lost = array_filter(array_merge([], ...array_column($in_peace, 'problems')), $is_lost);
$passed = $failed = 0;
$expect = function (string $what, bool $holds, mixed $seen) use (&$passed, &$failed): void {
    $holds ? $passed++ : $failed++;
    $holds || print("not so: $what; seen: " . json_encode($seen) . "\n");
};
$expect('every connection is clean and every row right', $wrong === [], array_slice(array_values($wrong), 0, 5));
$expect('only what was cut off is lost', count($lost) <= 3 * ($cuts + 1) * (int) $children, [count($lost), $cuts, array_slice(array_values($lost), 0, 3)]);
$expect('never more connections than children x MAX', $most <= 3 * (int) $children, $most);
$expect('the server was restarted', $restarts !== [], 0);
$by_pid = [];
foreach ($answers as $answer) {
    isset($answer['pid']) && $by_pid[$answer['pid']][] = $answer;
}
foreach ($by_pid as $pid => $of) {
    $half = array_slice($of, intdiv(count($of), 2));
    $fds = array_column($half, 'fds');
    $expect("process $pid: descriptors do not grow", max($fds) - min($fds) <= 6, [min($fds), max($fds)]);
    $resident = array_column($half, 'resident');
    $expect("process $pid: memory does not grow", end($resident) - $resident[0] <= 2048, [$resident[0], end($resident)]);
}
$totals = [];
foreach ($by_pid as $of) {
    foreach (end($of)['process'] as $name => $count) {
        $totals[$name] = ($totals[$name] ?? 0) + $count;
    }
}
printf("%d requests, %d processes, at most %d connections, cut off %d times, %d calls lost, %d restarts of the server with %d answers; %s\n", count($answers),
    count($by_pid), $most, $cuts, count($lost), count($restarts), count($answers) - count($in_peace), json_encode($totals));
echo "$passed passed, $failed failed, 0 skipped\n";
exit($failed ? 1 : 0);

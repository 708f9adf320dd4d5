<?php
// Asks php-fpm for bench/fpm/page.php in each of its ways, by turns, as the machine's other work would favour one else:
// load.php SOCKET ROUNDS SECONDS NAME DSN USER QUERY-OF-30-MS. Prints a table of medians, and how far the pool that outlives the request is from
// objects by hand, by the median of the rounds. Fails if that is too far.
declare(strict_types=1);

require __DIR__ . '/../../scripts/compat/pages/fastcgi.php';

const WAYS = ['new', 'persistent', 'pooled', 'persistent pool', 'by hand'];
[, $socket, $rounds, $seconds, $name, $dsn, $user, $slow] = $argv;

/** p50 in ms and answers per second of so many clients. */
$measure = function (string $way, string $query, int $clients, float $seconds) use ($socket, $dsn, $user): array {
    $query = http_build_query(['mode' => $way, 'dsn' => $dsn, 'user' => $user, 'query' => $query]);
    $run = function () use ($socket, $seconds, $query): array {
        $times = [];
        for ($end = microtime(true) + $seconds; microtime(true) < $end;) {
            $start = microtime(true);
            $answer = ask_over_fastcgi(stream_socket_client("unix://$socket", timeout: 20), __DIR__ . '/page.php', $query, false);
            if (trim($answer) !== '6') {
                fwrite(STDERR, "answered with: $answer\n");
                exit(1);
            }
            $times[] = (microtime(true) - $start) * 1e3;
        }
        return $times;
    };
    $pipes = [];
    for ($client = 0; $client < $clients; $client++) {
        [$mine, $theirs] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
        if (pcntl_fork() === 0) {
            fwrite($theirs, json_encode($run()));
            exit;
        }
        fclose($theirs);
        $pipes[] = $mine;
    }
    $times = array_merge(...array_map(fn($pipe) => array_slice(json_decode(stream_get_contents($pipe)), 1), $pipes));
    while (pcntl_wait($status) > 0);
    sort($times);
    return ['p50' => $times[intdiv(count($times), 2)], 'rate' => (count($times) + $clients) / $seconds];
};
$median = function (array $values): float {
    sort($values);
    return $values[intdiv(count($values), 2)];
};

$columns = [
    '30 ms queries, p50 at c=1' => [$slow, 1, 'p50', '%.1f ms', 1.15],
    'requests/s at c=4' => [$slow, 4, 'rate', '%.0f', 0.9],
    'trivial queries, p50 at c=1' => ['SELECT 1', 1, 'p50', '%.2f ms', 1.3],
];
foreach (WAYS as $way) {
    // Each child connects.
    $measure($way, 'SELECT 1', 8, 0.5);
}
$seen = [];
for ($round = 0; $round < (int) $rounds; $round++) {
    foreach ($columns as $column => [$query, $clients, $figure]) {
        foreach (WAYS as $at => $_) {
            $way = WAYS[($at + $round) % count(WAYS)];
            $seen[$column][$way][] = $measure($way, $query, $clients, (float) $seconds)[$figure];
        }
    }
}
echo "\n| $name | ", implode(' | ', array_keys($columns)), " |\n|---|--:|--:|--:|\n";
foreach (WAYS as $way) {
    $cells = array_map(fn(string $column) => sprintf($columns[$column][3], $median($seen[$column][$way])), array_keys($columns));
    echo "| $way | ", implode(' | ', $cells), " |\n";
}
$missed = 0;
foreach ($columns as $column => [,, $figure,, $bound]) {
    $ratios = array_map(fn(float $pool, float $hand) => $pool / $hand, $seen[$column]['persistent pool'], $seen[$column]['by hand']);
    $ratio = $median($ratios);
    $holds = $figure === 'rate' ? $ratio >= $bound : $ratio <= $bound;
    $missed += (int) !$holds;
    printf("%s: %s, %.2f of by hand (%.2f to %.2f), to be at %s %.2f\n", $holds ? 'holds' : 'MISSED', $column, $ratio, min($ratios), max($ratios), $figure === 'rate' ? 'least' : 'most', $bound);
}
exit($missed ? 1 : 0);

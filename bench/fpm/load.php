<?php
// Asks php-fpm for bench/fpm/page.php: load.php SOCKET SECONDS CLIENTS QUERY-STRING … Prints "p50 in ms, requests per second".
declare(strict_types=1);

require __DIR__ . '/../../scripts/compat/pages/fastcgi.php';

[, $socket, $seconds, $clients, $query] = $argv;
$run = function () use ($socket, $seconds, $query): array {
    $times = [];
    for ($end = microtime(true) + (float) $seconds; microtime(true) < $end;) {
        $start = microtime(true);
        $connection = stream_socket_client("unix://$socket", timeout: 20);
        $answer = ask_over_fastcgi($connection, __DIR__ . '/page.php', $query, false);
        if (trim($answer) !== '6') {
            fwrite(STDERR, "answered with: $answer\n");
            exit(1);
        }
        $times[] = (microtime(true) - $start) * 1e3;
    }
    return $times;
};
$pipes = [];
for ($client = 0; $client < (int) $clients; $client++) {
    [$mine, $theirs] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    if (pcntl_fork() === 0) {
        fwrite($theirs, json_encode($run()));
        exit;
    }
    fclose($theirs);
    $pipes[] = $mine;
}
$times = array_merge(...array_map(fn($pipe) => json_decode(stream_get_contents($pipe)), $pipes));
sort($times);
printf("%.2f %.1f\n", $times[intdiv(count($times), 2)], count($times) / (float) $seconds);

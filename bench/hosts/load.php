<?php
// load.php PORT PATH CLIENTS SECONDS|REQUESTSx: keep-alive clients that each ask again as soon as they have an answer, in one process that costs as
// little as it can: connections are read in the order in which they were written to. Prints the number of answers and the seconds that it took.
// Without cenote.

declare(strict_types=1);

[, $port, $path, $clients, $span] = $argv;
$clients = (int) $clients;
$ask = fn (mixed $connection, string $path): mixed => fwrite($connection, "GET $path HTTP/1.1\r\nHost: localhost\r\n\r\n");
$read = function (mixed $connection): void {
    $answer = (string) fread($connection, 8192);
    while (($end = strpos($answer, "\r\n\r\n")) === false || !preg_match('~\r\ncontent-length: (\d+)\r\n~i', $answer, $found)) {
        $more = (string) fread($connection, 8192);
        $more !== '' or exit("no answer after: $answer\n");
        $answer .= $more;
    }
    str_starts_with($answer, 'HTTP/1.1 200') or exit("wrong answer: $answer\n");
    for ($length = $end + 4 + (int) $found[1]; strlen($answer) < $length;) {
        $answer .= fread($connection, $length - strlen($answer));
    }
};
$connections = [];
for ($i = 0; $i < $clients; $i++) {
    $connections[] = $connection = stream_socket_client("tcp://127.0.0.1:$port");
    stream_set_timeout($connection, 120);
    stream_set_read_buffer($connection, 0);
    $ask($connection, '/ready');
}
array_map($read, $connections);
$most = str_ends_with($span, 'x') ? (int) $span : PHP_INT_MAX;
$begin = hrtime(true);
$until = str_ends_with($span, 'x') ? PHP_INT_MAX : $begin + (int) (1e9 * (float) $span);
foreach ($connections as $connection) {
    $ask($connection, $path);
}
for ($asked = $clients, $answers = $i = 0; $answers < $most && hrtime(true) < $until; $i = ($i + 1) % $clients) {
    $read($connections[$i]);
    $answers++;
    if ($asked < $most) {
        $ask($connections[$i], $path);
        $asked++;
    }
}
$took = (hrtime(true) - $begin) / 1e9;
// What is still being answered would take the next run's time.
for ($left = $asked - $answers; $left > 0; $left--, $i = ($i + 1) % $clients) {
    $read($connections[$i]);
}
printf("%d %F\n", $answers, $took);

<?php
// load.php PORT PATH CLIENTS SECONDS [IDLE]: clients that ask one after the other, each on a connection of its own, beside so many idle
// connections. Prints requests a second and the longest time of one.

declare(strict_types=1);

[, $port, $path, $clients, $seconds] = $argv;
$idle = [];
for ($i = 0; $i < (int) ($argv[5] ?? 0); $i++) {
    $idle[] = stream_socket_client("tcp://127.0.0.1:$port");
}
[$answers, $errors, $longest] = [0, 0, 0.0];
$begin = microtime(true);
$until = $begin + (float) $seconds;
$ask = function () use ($port, $path, $until, &$answers, &$errors, &$longest): void {
    $connection = stream_socket_client("tcp://127.0.0.1:$port");
    stream_set_timeout($connection, 10);
    while (($asked = microtime(true)) < $until) {
        fwrite($connection, "GET $path HTTP/1.1\r\nHost: localhost\r\n\r\n");
        $length = null;
        while (($line = fgets($connection)) !== false && $line !== "\r\n") {
            if (stripos($line, 'content-length:') === 0) {
                $length = (int) substr($line, 15);
            }
        }
        if ($line === false || $length === null) {
            $errors++;
            return;
        }
        $length === 0 || fread($connection, $length);
        $answers++;
        $longest = max($longest, microtime(true) - $asked);
    }
};
$asking = [];
for ($i = 0; $i < (int) $clients; $i++) {
    $asking[] = Async\spawn($ask);
}
Async\await_all($asking);
printf("%d requests/s, longest %d ms, %d errors\n", $answers / (microtime(true) - $begin), $longest * 1000, $errors);

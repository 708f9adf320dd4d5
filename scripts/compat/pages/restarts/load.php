<?php
// Sends one request after another until FOLDER/stop is there: load.php ADDRESS SCRIPT FOLDER NAME QUERY
// Each is noted in FOLDER/results as "ID ok", "ID refused" (no connection), or "ID" and what came.
declare(strict_types=1);

require __DIR__ . '/../fastcgi.php';

[, $address, $script, $folder, $name, $query] = $argv;
$is_http = str_starts_with($address, 'tcp:');
$results = fopen("$folder/results", 'a');
for ($number = 0; !file_exists("$folder/stop"); $number++) {
    $id = "$name-$number";
    // Every fourth one takes longer, where that is asked for.
    $ms = str_contains($query, 'slow=') && $number % 4 === 3 ? (int) substr(strstr($query, 'slow='), 5) : 5 + $number % 20;
    $with = "id=$id&folder=$folder&ms=$ms&$query";
    $connection = @stream_socket_client($address, $code, $why, 10);
    if ($connection === false) {
        fwrite($results, "$id refused\n");
        usleep(20000);
        continue;
    }
    stream_set_timeout($connection, 20);
    if ($is_http) {
        @fwrite($connection, 'GET /' . basename($script) . "?$with HTTP/1.0\r\n\r\n");
        $answer = explode("\r\n\r\n", (string) @stream_get_contents($connection), 2)[1] ?? '';
    } else {
        $answer = @ask_over_fastcgi($connection, $script, $with, false);
    }
    fclose($connection);
    $answer === "done $id\n" && $answer = 'ok';
    fwrite($results, $id . ' ' . ($answer === '' ? 'nothing' : strtr(substr($answer, 0, 300), "\n", ' ')) . "\n");
}

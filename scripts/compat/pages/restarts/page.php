<?php
// A request in which coroutines wait, in the reactor and by timers: page.php?id=ID&folder=FOLDER&ms=MILLISECONDS
// It notes ID in FOLDER/started and FOLDER/finished, and answers "done ID". With finish=1 the answer goes out in the middle.
declare(strict_types=1);

['id' => $id, 'folder' => $folder, 'ms' => $ms] = $_GET;
$ms = (int) $ms;
file_put_contents("$folder/started", "$id\n", FILE_APPEND);

$coroutines = [];
for ($n = 0; $n < 3; $n++) {
    [$one, $other] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    $coroutines[] = Async\spawn(fn() => fread($one, 10));
    $coroutines[] = Async\spawn(function () use ($other, $ms, $n) { Async\delay($ms + $n); fwrite($other, 'x'); return ''; });
}
$coroutines[] = Async\spawn(function () use ($ms) { usleep(1000 * $ms); return 'x'; });
if (isset($_GET['finish'])) {
    echo "done $id\n";
    fastcgi_finish_request();
}
$all = implode(Async\await_all_or_fail($coroutines));
$all === 'xxxx' or throw new Error("read $all");
file_put_contents("$folder/finished", "$id\n", FILE_APPEND);
isset($_GET['finish']) or print("done $id\n");

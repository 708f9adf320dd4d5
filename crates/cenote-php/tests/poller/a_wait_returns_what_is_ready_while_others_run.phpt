--TEST--
SPEC 48.1: wait() parks one coroutine until a stream is ready, tells of it as long as it is, and the others run meanwhile
--EXTENSIONS--
cenote
--FILE--
<?php
[$here, $there] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$poller = new Async\Poller();
$poller->watch($here);
$waiting = Async\spawn(function () use ($poller, $here) {
    echo "waits\n";
    var_dump($poller->wait() === [(int) $here => 1]);
    var_dump($poller->wait() === [(int) $here => 1]);
    fread($here, 10);
    var_dump($poller->wait(0), $poller->wait(1000));
});
Async\spawn(function () use ($there) {
    echo "runs\n";
    fwrite($there, 'word');
});
Async\await($waiting);
$poller->watch($here, readable: true, writable: true);
var_dump($poller->wait() === [(int) $here => 2]);
fwrite($there, 'word');
var_dump($poller->wait() === [(int) $here => 3]);
fread($here, 10);
fclose($there);
var_dump($poller->wait()[(int) $here]);
$poller->watch($here, readable: false, writable: true);
var_dump($poller->wait()[(int) $here]);
?>
--EXPECT--
waits
runs
bool(true)
bool(true)
array(0) {
}
array(0) {
}
bool(true)
bool(true)
int(3)
int(2)

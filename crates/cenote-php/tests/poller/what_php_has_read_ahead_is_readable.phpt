--TEST--
SPEC 48.4: bytes in PHP's buffer count as readable, and a file is always ready
--EXTENSIONS--
cenote
--FILE--
<?php
[$here, $there] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$poller = new Async\Poller();
$poller->watch($here);
fwrite($there, "one\ntwo\n");
while ($poller->wait(0) !== []) {
    echo fgets($here);
}
$file = fopen(__FILE__, 'r');
$poller->watch($file);
var_dump($poller->wait() === [(int) $file => 1]);
$poller->watch($file, false);
var_dump($poller->wait(0));
$poller->watch($file);
fclose($file);
var_dump($poller->wait(0));
?>
--EXPECT--
one
two
bool(true)
array(0) {
}
array(0) {
}

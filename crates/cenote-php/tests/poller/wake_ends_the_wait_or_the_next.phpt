--TEST--
SPEC 48.5, 48.6: wake() ends the wait that runs or the next; a second coroutine is refused; a cancelled wait throws, and the next works
--EXTENSIONS--
cenote
--FILE--
<?php
[$here, $there] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$poller = new Async\Poller();
$poller->watch($here);
$poller->wake();
$poller->wake();
var_dump($poller->wait());
$waiting = Async\spawn(fn () => $poller->wait());
Async\suspend();
try {
    $poller->wait();
} catch (Async\AsyncException $error) {
    echo $error->getMessage(), "\n";
}
$poller->wake();
var_dump(Async\await($waiting), $poller->wait(0));
$waiting = Async\spawn(fn () => $poller->wait());
Async\suspend();
$waiting->cancel();
try {
    Async\await($waiting);
} catch (Async\AsyncCancellation) {
    echo "cancelled\n";
}
fwrite($there, 'x');
var_dump($poller->wait() === [(int) $here => 1]);
?>
--EXPECT--
array(0) {
}
Another coroutine waits on this Poller already, and only one can. Use a Poller for each coroutine
array(0) {
}
array(0) {
}
cancelled
bool(true)

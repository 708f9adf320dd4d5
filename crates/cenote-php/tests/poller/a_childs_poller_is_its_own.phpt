--TEST--
SPEC 48.7: after a fork the child's poller watches the same streams, and what it does reaches the parent's in nothing
--EXTENSIONS--
cenote
pcntl
--FILE--
<?php
[$here, $there] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
[$own, $other] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$poller = new Async\Poller();
$poller->watch($here);
$child = pcntl_fork();
if ($child === 0) {
    $poller->watch($own);
    fwrite($other, 'x');
    $told = $poller->wait() === [(int) $own => 1];
    $poller->watch($here, false);
    fwrite($there, 'x');
    $poller->wake();
    exit($told && array_keys($poller->wait()) === [(int) $own] ? 0 : 1);
}
var_dump($poller->wait() === [(int) $here => 1]);
pcntl_waitpid($child, $status);
var_dump(pcntl_wexitstatus($status));
?>
--EXPECT--
bool(true)
int(0)

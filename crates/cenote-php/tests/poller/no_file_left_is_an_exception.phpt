--TEST--
SPEC 48.9: a poller that cannot be opened says what the system says
--EXTENSIONS--
cenote
posix
--FILE--
<?php
$hard = posix_getrlimit()['hard openfiles'];
$poller = new Async\Poller();
$soft = posix_getrlimit()['soft openfiles'];
posix_setrlimit(POSIX_RLIMIT_NOFILE, 3, $hard);
try {
    $poller->wait(0);
} catch (Async\AsyncException $error) {
    echo $error->getMessage(), "\n";
}
posix_setrlimit(POSIX_RLIMIT_NOFILE, $soft, $hard);
var_dump($poller->wait(0));
?>
--EXPECT--
A Poller could not be opened: Too many open files (os error 24). Raise the limit of open files (ulimit -n)
array(0) {
}

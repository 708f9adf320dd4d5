--TEST--
SPEC 48.2: more than 1,024 descriptors are watched, and each is told of once however many are ready
--EXTENSIONS--
cenote
posix
--SKIPIF--
<?php
posix_setrlimit(POSIX_RLIMIT_NOFILE, 3000, posix_getrlimit()['hard openfiles']) || die('skip the limit of open files cannot be raised to 3000');
?>
--FILE--
<?php
posix_setrlimit(POSIX_RLIMIT_NOFILE, 3000, posix_getrlimit()['hard openfiles']);
$poller = new Async\Poller();
$pairs = [];
for ($i = 0; $i < 1200; $i++) {
    $pairs[] = $pair = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    $poller->watch($pair[0]);
}
fwrite($pairs[1199][1], 'x');
var_dump($poller->wait() === [(int) $pairs[1199][0] => 1]);
foreach ($pairs as [, $there]) {
    fwrite($there, 'x');
}
$told = [];
while (count($told) < 1200) {
    $ready = $poller->wait(1_000_000);
    count($ready) <= 256 && $ready !== [] or die('a wait told of ' . count($ready));
    foreach ($pairs as [$here]) {
        if (isset($ready[(int) $here])) {
            $told[(int) $here] = true;
            fread($here, 10);
        }
    }
}
var_dump(count($told), $poller->wait(0));
?>
--EXPECT--
bool(true)
int(1200)
array(0) {
}

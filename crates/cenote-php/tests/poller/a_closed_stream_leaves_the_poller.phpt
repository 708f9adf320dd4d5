--TEST--
SPEC 48.3: watch() replaces what was asked for; a closed stream leaves by itself, also if another process has a copy of it
--EXTENSIONS--
cenote
--FILE--
<?php
$pair = fn () => stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
[$a, $other] = $pair();
fwrite($other, 'x');
$poller = new Async\Poller();
$poller->watch($a);
$poller->watch($a, false, true);
var_dump($poller->wait(0) === [(int) $a => 2]);
$poller->watch($a, false);
var_dump($poller->wait(0));

echo "closed:\n";
$poller->watch($a);
fclose($a);
var_dump($poller->wait(0));
// Its number is used again.
[$b, $other] = $pair();
fwrite($other, 'x');
$poller->watch($b);
$poller->watch($a, false);
var_dump($poller->wait(0) === [(int) $b => 1]);
$poller->watch($b, false);

echo "a copy elsewhere:\n";
[$c, $other] = $pair();
fwrite($other, 'x');
$poller->watch($c);
$child = proc_open('cat', [['pipe', 'r'], ['file', '/dev/null', 'w'], 3 => $c], $pipes);
fclose($c);
var_dump($poller->wait(0), $poller->wait(10_000));

echo "not held open:\n";
[$d, $other] = $pair();
$poller->watch($d);
unset($d);
var_dump(fread($other, 1), feof($other));
?>
--EXPECT--
bool(true)
array(0) {
}
closed:
array(0) {
}
bool(true)
a copy elsewhere:
array(0) {
}
array(0) {
}
not held open:
string(0) ""
bool(true)

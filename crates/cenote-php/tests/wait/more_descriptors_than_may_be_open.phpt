--TEST--
SPEC 30.13: waits on more descriptors than the process may have open: one poll fails as on stock PHP, many waits together do not
--SKIPIF--
<?php
extension_loaded('curl') && extension_loaded('posix') or exit('skip needs the extensions curl and posix');
shell_exec('command -v prlimit') or exit('skip needs prlimit');
?>
--FILE--
<?php
use function Async\{await, delay, spawn};

$multi = curl_multi_init();
$silent = stream_socket_server('tcp://127.0.0.1:0');
$handles = $pairs = $readers = [];
for ($i = 0; $i < 40; $i++) {
    $pairs[$i] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    $handles[$i] = curl_init('http://' . stream_socket_get_name($silent, false));
    curl_multi_add_handle($multi, $handles[$i]);
}
do {
    curl_multi_exec($multi, $running);
} while (curl_multi_select($multi, 0.01) > 0);

$max = 20 + 3;
exec('prlimit --pid ' . posix_getpid() . " --nofile=$max:");
echo 'before the first spawn: ', curl_multi_select($multi, 1), "\n";
$task = spawn(fn (): int => curl_multi_select($multi, 1));
echo 'in a coroutine: ', await($task), "\n";

foreach ($pairs as $i => [$here]) {
    $readers[$i] = spawn(fn (): string => fread($here, 100));
}
delay(20);
foreach ($pairs as $i => [, $there]) {
    fwrite($there, "for $i");
}
$wrong = 0;
foreach ($readers as $i => $reader) {
    $wrong += await($reader) === "for $i" ? 0 : 1;
}
echo "$wrong of ", count($readers), " wrong\n";
echo "done\n";
?>
--EXPECT--
before the first spawn: -1
in a coroutine: -1
0 of 40 wrong
done

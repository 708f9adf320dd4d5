--TEST--
SPEC 30.13: two descriptors of one socket may be waited on at the same time; closing one leaves the wait on the other alone
--FILE--
<?php
use function Async\{await, delay, spawn};

[$here, $there] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
foreach (range(1, 50) as $_) { // enough for the kernel's own set to be used
    [$fillers[], $others[]] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
}
$waits = array_map(fn ($filler) => spawn(fn () => fread($filler, 10)), $fillers);
$name = '/proc/self/fd/';
$select = function ($stream): string {
    $read = [$stream];
    $none = null;
    return var_export(@stream_select($read, $none, $none, 5), true);
};
foreach (scandir($name) as $fd) {
    $inode = fstat($here)['ino'];
    if (is_numeric($fd) && @readlink($name . $fd) === "socket:[$inode]") {
        $copy = fopen("php://fd/$fd", 'r');
        break;
    }
}
$on_copy = spawn($select, $copy);
$on_original = spawn($select, $here);
delay(10);
fclose($copy);
echo 'closed copy: ', await($on_copy), "\n";
delay(10);
echo $on_original->isCompleted() ? "the other was disturbed\n" : "the other waits\n";
fwrite($there, 'x');
echo 'original: ', await($on_original), "\n";
foreach ($waits as $wait) {
    $wait->cancel();
}
echo "done\n";
?>
--EXPECT--
closed copy: false
the other waits
original: 1
done

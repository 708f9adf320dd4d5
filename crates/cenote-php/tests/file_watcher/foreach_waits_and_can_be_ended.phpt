--TEST--
SPEC 44.15: foreach waits while others run; close() ends it after what is pending, a cancellation at once, and no event is lost or given twice
--FILE--
<?php
use Async\{AsyncCancellation, FileSystemWatcher};
use function Async\{await, delay, spawn};
require __DIR__ . '/helpers.inc';
$dir = scratch();
$watcher = new FileSystemWatcher($dir);
$names = [];
$read = function () use ($watcher, &$names) {
    foreach ($watcher as $event) {
        $names[] = $event->filename;
        Async\suspend();
    }
    return 'ended';
};
$readers = [spawn($read), spawn($read)];
delay(5);
touch("$dir/0");
delay(5);
echo "others ran\n";
$readers[0]->cancel();
try {
    await($readers[0]);
} catch (AsyncCancellation $error) {
    echo $error->getMessage(), "\n";
}
for ($i = 1; $i < 20; $i++) {
    touch("$dir/$i");
}
$watcher->close();
echo await($readers[1]), "\n";
sort($names);
echo implode(' ', $names), "\n";
// One that waits when it is closed.
$watcher = new FileSystemWatcher($dir);
$waiting = spawn(function () use ($watcher) {
    foreach ($watcher as $event) {
        echo "none\n";
    }
    return 'ended as well';
});
delay(5);
$watcher->close();
echo await($waiting), "\n";
?>
--EXPECT--
others ran
Coroutine cancelled
ended
0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19
ended as well

--TEST--
SPEC 44.15: debounceMs: one event without a filename after so much quiet, maxHoldMs after the first change at the latest
--FILE--
<?php
use Async\FileSystemWatcher;
use function Async\{await, delay, spawn};
require __DIR__ . '/helpers.inc';
$dir = scratch();
$quiet = new FileSystemWatcher($dir, debounceMs: 300);
$busy = new FileSystemWatcher($dir, debounceMs: 60_000, maxHoldMs: 100);
$writing = true;
$writer = spawn(function () use ($dir, &$writing) {
    while ($writing) {
        touch("$dir/file");
        delay(10);
    }
});
foreach ($busy as $event) {
    echo 'never quiet: ', told($event);
    break;
}
$writing = false;
await($writer);
$ended = hrtime(true);
foreach ($quiet as $event) {
    echo 'quiet: ', told($event);
    var_dump(hrtime(true) - $ended > 200_000_000);
    break;
}
// Nothing was held back besides; what is, is told when it ends.
$quiet->close();
foreach ($quiet as $event) {
    echo "none\n";
}
$last = new FileSystemWatcher($dir, debounceMs: 60_000);
$reader = spawn(function () use ($last) {
    foreach ($last as $event) {
        echo 'last: ', told($event);
    }
});
touch("$dir/file");
delay(20);
$last->close();
await($reader);
?>
--EXPECT--
never quiet: null renamed changed
quiet: null renamed changed
bool(true)
last: null changed

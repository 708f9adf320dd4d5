--TEST--
SPEC 44.15: a signal handler runs while the main flow waits for events; a Fiber waits without holding up others; watchers that go leave no descriptor
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
use Async\FileSystemWatcher;
use function Async\{await, delay, spawn};
require __DIR__ . '/helpers.inc';
$dir = scratch();
$watcher = new FileSystemWatcher($dir);
pcntl_async_signals(true);
pcntl_signal(SIGUSR1, function () use ($watcher) {
    echo "handler\n";
    $watcher->close();
});
spawn(function () {
    delay(5);
    posix_kill(getmypid(), SIGUSR1);
});
foreach ($watcher as $event) {
    echo "none\n";
}
echo "ended\n";

$watcher = new FileSystemWatcher($dir);
$other = spawn(function () use ($dir) {
    delay(5);
    echo "another ran\n";
    touch("$dir/file");
});
$fiber = new Fiber(function () use ($watcher) {
    foreach ($watcher as $event) {
        Fiber::suspend(told($event));
    }
});
echo $fiber->start();
await($other);
$watcher->close();
unset($fiber);

$open = fn () => count(scandir('/proc/self/fd'));
unset($watcher, $event);
gc_collect_cycles();
$before = $open();
for ($i = 0; $i < 300; $i++) {
    $watcher = new FileSystemWatcher($dir);
    touch("$dir/$i");
    foreach ($watcher as $event) {
        break;
    }
    if ($i % 2) {
        $watcher->close();
    }
}
unset($watcher);
var_dump($open() - $before);
?>
--EXPECT--
handler
ended
another ran
file renamed changed
int(0)

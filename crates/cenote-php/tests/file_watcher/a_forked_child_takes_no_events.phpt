--TEST--
SPEC 44.15: a forked child is refused, and takes no event from its parent; a watcher of its own works
--EXTENSIONS--
pcntl
--FILE--
<?php
use Async\FileSystemWatcher;
require __DIR__ . '/helpers.inc';
$dir = scratch();
$watcher = new FileSystemWatcher($dir);
touch("$dir/file");
if (!$child = pcntl_fork()) {
    attempt(function () use ($watcher) {
        foreach ($watcher as $event) {
            echo told($event);
        }
    });
    $watcher->close();
    $own = new FileSystemWatcher($dir);
    touch("$dir/of-the-child");
    foreach ($own as $event) {
        echo told($event);
        break;
    }
    exit;
}
pcntl_waitpid($child, $status);
foreach ($watcher as $event) {
    echo told($event);
    if ($event->filename === 'of-the-child') {
        break;
    }
}
?>
--EXPECT--
Async\AsyncException: The FileSystemWatcher belongs to the parent process: make one in the child
of-the-child renamed changed
file renamed changed
of-the-child renamed changed

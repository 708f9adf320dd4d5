--TEST--
SPEC 44.15: while nobody takes them, the events of a file are one; with coalesce: false each is told
--FILE--
<?php
use Async\FileSystemWatcher;
require __DIR__ . '/helpers.inc';
foreach ([true, false] as $coalesce) {
    $dir = scratch();
    $watcher = new FileSystemWatcher($dir, coalesce: $coalesce);
    touch("$dir/a");
    touch("$dir/b");
    chmod("$dir/a", 0600);
    unlink("$dir/b");
    foreach ($watcher as $event) {
        echo told($event);
        if ($event->filename === 'b' && $event->renamed && (!$coalesce ? !file_exists("$dir/b") && ++$seen === 2 : true)) {
            break;
        }
        $seen ??= 0;
    }
    echo "--\n";
    // Taken is told: what comes later is another event.
    touch("$dir/a");
    foreach ($watcher as $event) {
        if ($event->filename === 'a') {
            echo told($event);
            break;
        }
    }
    echo "--\n";
}
?>
--EXPECT--
a renamed changed
b renamed changed
--
a changed
--
a renamed
a changed
b renamed
b changed
a changed
b renamed
--
a changed
--

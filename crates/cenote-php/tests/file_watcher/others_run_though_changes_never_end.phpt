--TEST--
SPEC 44.15: a loop that always finds an event lets others run now and then; with coalesce: false it takes from the kernel what it can tell
--FILE--
<?php
use Async\{AsyncCancellation, FileSystemWatcher, Scope};
use function Async\{await, current_coroutine, spawn};
require __DIR__ . '/helpers.inc';
$dir = scratch();
foreach ([true, false] as $coalesce) {
    $watcher = new FileSystemWatcher($dir, coalesce: $coalesce);
    for ($i = 0; $i < 300; $i++) {
        touch("$dir/$i");
    }
    $ranAt = null;
    $seen = 0;
    $other = spawn(function () use (&$ranAt, &$seen): void {
        $ranAt = $seen;
    });
    foreach ($watcher as $event) {
        if ($event->filename === '299') {
            break;
        }
        $seen++;
    }
    echo $ranAt !== null && $ranAt < 299 ? "another ran meanwhile\n" : "nobody ran meanwhile\n";
    await($other);

    // Cancelled there, it has taken nothing.
    $watcher = new FileSystemWatcher($dir, coalesce: $coalesce);
    for ($i = 0; $i < 300; $i++) {
        touch("$dir/$i");
    }
    $names = [];
    $loop = spawn(function () use ($watcher, &$names): void {
        foreach ($watcher as $event) {
            $names[$event->filename] = true;
        }
    });
    spawn(fn () => $loop->cancel());
    try {
        await($loop);
    } catch (AsyncCancellation $error) {
        echo count($names) < 300 ? $error->getMessage() : 'too late', "\n";
    }
    $watcher->close();
    foreach ($watcher as $event) {
        $names[$event->filename] = true;
    }
    echo count($names), "\n";
}
?>
--EXPECT--
another ran meanwhile
Coroutine cancelled
300
another ran meanwhile
Coroutine cancelled
300

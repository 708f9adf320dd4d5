--TEST--
SPEC 44.15: of several loops each takes what another has read from the kernel, also where that one ends, is busy or is cancelled
--FILE--
<?php
use Async\FileSystemWatcher;
use function Async\{await_all, await, delay, spawn, timeout};
require __DIR__ . '/helpers.inc';
$dir = scratch();

$watcher = new FileSystemWatcher($dir);
$taken = [];
$loops = [];
for ($n = 0; $n < 3; $n++) {
    $loops[] = spawn(function () use ($watcher, &$taken): void {
        foreach ($watcher as $event) {
            $taken[] = $event->filename;
            return;
        }
    });
}
delay(2);
array_map(touch(...), ["$dir/a", "$dir/b", "$dir/c"]);
[, $errors] = await_all($loops, timeout(5000));
sort($taken);
echo implode(' ', $taken), ', ', count($errors), " errors\n";

// The one that has seen the change is cancelled while it holds the event back.
$watcher = new FileSystemWatcher($dir, debounceMs: 30);
$loop = function () use ($watcher): string {
    foreach ($watcher as $event) {
        return 'told';
    }
    return 'not told';
};
$first = spawn($loop);
$second = spawn($loop);
delay(2);
touch("$dir/a");
delay(5);
$first->cancel();
echo await($second, timeout(5000)), "\n";

// Two that wait for the time of quiet do not wake each other in a circle.
$watcher = new FileSystemWatcher($dir, debounceMs: 500);
$loop = function () use ($watcher): string {
    foreach ($watcher as $event) {
        return 'told';
    }
    return 'not told';
};
$first = spawn($loop);
$second = spawn($loop);
$spent = function (): float {
    $all = getrusage();
    return $all['ru_utime.tv_sec'] + $all['ru_stime.tv_sec'] + ($all['ru_utime.tv_usec'] + $all['ru_stime.tv_usec']) / 1e6;
};
delay(2);
touch("$dir/a");
$before = $spent();
delay(400);
$used = $spent() - $before;
echo $used < 0.03 ? "quiet\n" : "$used s\n";
$watcher->close();
$results = await_all([$first, $second], timeout(5000))[0];
sort($results);
echo implode(', ', $results), "\n";
?>
--EXPECT--
a b c, 0 errors
told
quiet
not told, told

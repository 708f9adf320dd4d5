--TEST--
SPEC 44.15: extensions, with or without the dot and in any case, tell which changes count
--FILE--
<?php
use Async\FileSystemWatcher;
require __DIR__ . '/helpers.inc';
$dir = scratch();
$extension = 'twig';
$watchers = [
    new FileSystemWatcher($dir, coalesce: true, extensions: ['.PHP', &$extension]),
    new FileSystemWatcher($dir, debounceMs: 1, extensions: ['php']),
    new FileSystemWatcher($dir, extensions: []),
];
foreach (['a.txt', 'php', 'b.php.bak', 'a.Php', 'x.twig', 'z'] as $name) {
    touch("$dir/$name");
}
foreach ($watchers as $watcher) {
    $names = [];
    foreach ($watcher as $event) {
        $names[] = $event->filename ?? 'null';
        if (in_array($event->filename, [null, 'x.twig'])) {
            break;
        }
    }
    echo implode(' ', $names), "\n";
}
touch("$dir/b.txt");
$watchers[1]->close();
foreach ($watchers[1] as $event) {
    echo "none\n";
}
?>
--EXPECT--
a.Php x.twig
null
a.txt php b.php.bak a.Php x.twig

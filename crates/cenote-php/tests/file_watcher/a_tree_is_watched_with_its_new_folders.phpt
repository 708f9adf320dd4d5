--TEST--
SPEC 44.15: recursive: folders within are watched too, also those that come later, with what is in them by then; not without it; links are not followed
--FILE--
<?php
use Async\FileSystemWatcher;
require __DIR__ . '/helpers.inc';
function names(FileSystemWatcher $watcher, string $last): string
{
    $names = [];
    foreach ($watcher as $event) {
        $names[] = $event->filename;
        if ($event->filename === $last) {
            break;
        }
    }
    sort($names);
    return implode(' ', array_unique($names)) . "\n";
}
$dir = scratch();
$elsewhere = scratch();
mkdir("$dir/a/b", recursive: true);
symlink($elsewhere, "$dir/link");
$tree = new FileSystemWatcher($dir, recursive: true);
$flat = new FileSystemWatcher($dir);
touch("$dir/a/b/deep");
mkdir("$dir/c/d", recursive: true);
touch("$dir/c/d/first");
touch("$elsewhere/file");
echo names($tree, 'c/d/first');
touch("$dir/c/d/second");
echo names($tree, 'c/d/second');
rename("$dir/c", "$dir/moved");
echo names($tree, 'moved');
touch("$dir/moved/d/third");
echo names($tree, 'moved/d/third');
touch("$dir/last");
echo names($flat, 'last');
?>
--EXPECT--
a/b/deep c c/d c/d/first
c/d/second
c moved
moved/d moved/d/first moved/d/second moved/d/third
c last moved

--TEST--
SPEC 44.15: a folder that is moved into a tree is told with what it holds, and one that is moved away counts whatever the extensions are; a root that is moved closes the watcher
--FILE--
<?php
use Async\FileSystemWatcher;
use function Async\{delay, spawn};
require __DIR__ . '/helpers.inc';
$dir = scratch();
mkdir("$dir/tree");
mkdir("$dir/elsewhere/deep", recursive: true);
touch("$dir/elsewhere/deep/a.php");
touch("$dir/elsewhere/notes.txt");
$all = new FileSystemWatcher("$dir/tree", recursive: true);
$php = new FileSystemWatcher("$dir/tree", recursive: true, extensions: ['php']);
$flat = new FileSystemWatcher("$dir/tree", extensions: ['php']);
$quiet = new FileSystemWatcher("$dir/tree", recursive: true, debounceMs: 1, extensions: ['php']);
function show(FileSystemWatcher $watcher, ?string $last): void
{
    $names = [];
    foreach ($watcher as $event) {
        $names[] = $event->filename ?? 'null';
        if ($event->filename === $last) {
            break;
        }
    }
    echo implode(' ', $names), "\n";
}
rename("$dir/elsewhere", "$dir/tree/new");
show($all, 'new/deep/a.php');
show($php, 'new/deep/a.php');
show($quiet, null);
rename("$dir/tree/new", "$dir/elsewhere");
touch("$dir/tree/last.php");
show($all, 'last.php');
show($php, 'last.php');
show($flat, 'last.php');

rename("$dir/tree", "$dir/other");
mkdir("$dir/tree");
touch("$dir/tree/x.php");
touch("$dir/other/x.php");
foreach ($php as $event) {
    echo told($event);
}
var_dump($php->isClosed());
?>
--EXPECT--
new new/notes.txt new/deep new/deep/a.php
new/deep/a.php
null
new last.php
new last.php
last.php
null renamed
bool(true)

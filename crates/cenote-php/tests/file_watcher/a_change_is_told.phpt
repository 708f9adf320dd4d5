--TEST--
SPEC 44.15: a watcher listens from its construction; foreach gives each event with the path as it was given, and ends after close()
--FILE--
<?php
use Async\FileSystemWatcher;
require __DIR__ . '/helpers.inc';
$dir = scratch();
touch("$dir/old");
chdir(dirname($dir));
$watcher = new FileSystemWatcher('./' . basename($dir));
chdir('/');
touch("$dir/x");
foreach ($watcher as $key => $event) {
    echo $key, ' ', told($event);
    var_dump($event->path === './' . basename($dir), $event::class);
    if ($key === 0) {
        file_put_contents("$dir/old", 'more');
        rename("$dir/x", "$dir/y");
        unlink("$dir/y");
    } elseif ($key === 3) {
        $watcher->close();
    }
}
var_dump($watcher->isClosed());
$watcher->close();
foreach ($watcher as $event) {
    echo "none\n";
}
foreach ([new FileSystemWatcher("$dir/old"), new FileSystemWatcher("$dir/old", recursive: true)] as $file) {
    file_put_contents("$dir/old", 'again');
    touch("$dir/another");
    $file->close();
    foreach ($file as $event) {
        echo told($event);
    }
}
$file = new FileSystemWatcher("$dir/old");
file_put_contents("$dir/old", 'again');
touch("$dir/third");
foreach ($file as $event) {
    echo told($event);
    break;
}
?>
--EXPECT--
0 x renamed changed
bool(true)
string(21) "Async\FileSystemEvent"
1 old changed
bool(true)
string(21) "Async\FileSystemEvent"
2 x renamed
bool(true)
string(21) "Async\FileSystemEvent"
3 y renamed
bool(true)
string(21) "Async\FileSystemEvent"
bool(true)
old changed
old changed
old changed

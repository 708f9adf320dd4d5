--TEST--
SPEC 44.15: where the system allows no more watches, construction throws, and for a folder that came later the loop does, which then goes on
--SKIPIF--
<?php
exec('unshare -Ur sh -c "echo 2 > /proc/sys/user/max_inotify_watches" 2>&1', $output, $status);
if ($status !== 0) {
    echo 'skip this user may make no user namespace, whose limit could be set: ', implode(' ', $output);
}
?>
--FILE--
<?php
if (!isset($argv[1])) {
    $command = PHP_BINARY . ' ' . getenv('TEST_PHP_EXTRA_ARGS') . ' ' . escapeshellarg(__FILE__) . ' again';
    passthru('unshare -Ur sh -c ' . escapeshellarg("echo 2 > /proc/sys/user/max_inotify_watches; exec $command") . ' 2>&1');
    exit;
}
use Async\FileSystemWatcher;
require __DIR__ . '/helpers.inc';
$dir = scratch();
mkdir("$dir/first");
mkdir("$dir/first/second");
attempt(fn () => new FileSystemWatcher($dir, recursive: true));
rmdir("$dir/first/second");
$watcher = new FileSystemWatcher($dir, recursive: true);
mkdir("$dir/first/second");
mkdir("$dir/third");
touch("$dir/first/file");
$names = [];
$read = function () use ($watcher, &$names) {
    foreach ($watcher as $event) {
        $names[] = $event->filename;
        if ($event->filename === 'last') {
            break;
        }
    }
};
attempt($read);
touch("$dir/last");
attempt($read);
echo implode(' ', $names), "\n";
?>
--EXPECTF--
Async\AsyncException: Cannot watch "%s": No space left on device (the limit fs.inotify.max_user_watches is reached)
Async\AsyncException: Cannot watch a folder that came into "%s": No space left on device (the limit fs.inotify.max_user_watches is reached)
no error
first/second third first/file last

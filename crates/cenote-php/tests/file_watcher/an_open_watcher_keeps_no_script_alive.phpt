--TEST--
SPEC 44.15: an open watcher keeps no script alive and is no deadlock; as a trigger it ends with null when it is closed, by itself once what it watched is gone
--FILE--
<?php
use Async\FileSystemWatcher;
use function Async\{await_any_or_fail, await_all_or_fail, delay, spawn};
require __DIR__ . '/helpers.inc';
$dir = scratch();
$gone = scratch();
$open = new FileSystemWatcher($dir);
$closing = new FileSystemWatcher($dir);
spawn(function () use ($closing) {
    delay(5);
    $closing->close();
});
var_dump(await_any_or_fail([$open, $closing]));
$watcher = new FileSystemWatcher($gone, recursive: true);
rmdir($gone);
foreach ($watcher as $event) {
    echo told($event);
}
var_dump($watcher->isClosed(), await_all_or_fail([$watcher]));
touch("$dir/file");
echo "done\n";
?>
--EXPECT--
NULL
null renamed
bool(true)
array(1) {
  [0]=>
  NULL
}
done

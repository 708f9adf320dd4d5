--TEST--
SPEC 47.4: include and require work in coroutines; what a file declares is there for all, and _once loads a file once, also when a second coroutine asks while it is being loaded
--FILE--
<?php
use function Async\{await, delay, spawn};

$directory = sys_get_temp_dir() . '/cenote-include-' . getmypid();
mkdir($directory);
file_put_contents("$directory/slow.php", '<?php $GLOBALS["loaded"] = ($GLOBALS["loaded"] ?? 0) + 1; Async\delay(5); function of_the_file() { return "declared"; } return "value";');
file_put_contents("$directory/plain.php", '<?php return [__FUNCTION__, $local ?? null];');
$first = spawn(fn () => require_once "$directory/slow.php");
$second = spawn(function () use ($directory) { delay(1); return [include_once "$directory/slow.php", function_exists('of_the_file')]; });
echo json_encode([await($first), await($second), $loaded, of_the_file()]), "\n";
echo json_encode(await(spawn(function () use ($directory) { $local = 'seen'; return include "$directory/plain.php"; }))), "\n";
try { await(spawn(fn () => @require "$directory/none.php")); } catch (Error $e) { echo get_class($e), "\n"; }
echo json_encode(await(spawn(fn () => @include "$directory/none.php"))), "\n";
?>
--CLEAN--
<?php
foreach (glob(sys_get_temp_dir() . '/cenote-include-*') as $directory) { array_map('unlink', glob("$directory/*")); rmdir($directory); }
?>
--EXPECT--
["value",[true,true],1,"declared"]
["","seen"]
Error
false

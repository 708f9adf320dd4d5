--TEST--
SPEC 30.11, 30.12: the callback of an output buffer that several coroutines write to cannot wait, as nobody may enter it twice; one of a coroutine's own buffer can
--FILE--
<?php
use function Async\{spawn, suspend, await};

$log = [];
ob_start(function ($text) use (&$log) {
    try {
        suspend();
        $log[] = 'waited';
    } catch (Error $e) {
        $log[] = $e->getMessage();
    }
    return $text;
}, 1);
$a = spawn(fn() => print("a\n"));
$b = spawn(fn() => print("b\n"));
await($a);
await($b);
ob_end_flush();
print_r($log);

$log = [];
ob_start(function ($text) use (&$log) {
    suspend();
    $log[] = 'waited';
    return $text;
});
echo "own\n";
ob_end_flush();
print_r($log);
echo "done\n";
?>
--EXPECT--
a
b
Array
(
    [0] => Cannot wait here: this output callback belongs to a buffer that other coroutines write to as well, and they cannot wait for it. Start the buffer in the coroutine that uses it alone
    [1] => Cannot wait here: this output callback belongs to a buffer that other coroutines write to as well, and they cannot wait for it. Start the buffer in the coroutine that uses it alone
    [2] => Cannot wait here: this output callback belongs to a buffer that other coroutines write to as well, and they cannot wait for it. Start the buffer in the coroutine that uses it alone
)
own
Array
(
    [0] => waited
)
done

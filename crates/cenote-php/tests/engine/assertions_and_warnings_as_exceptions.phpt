--TEST--
SPEC 30.11: a handler that turns warnings into exceptions in one coroutine does not reach the others
--FILE--
<?php
use function Async\{spawn, await, suspend};

$strict = spawn(function () {
    set_error_handler(function ($no, $text) { throw new ErrorException($text, 0, $no); });
    suspend();
    try {
        return hex2bin('abc');
    } catch (ErrorException $e) {
        return 'exception: ' . $e->getMessage();
    } finally {
        restore_error_handler();
    }
});
$plain = spawn(function () {
    suspend();
    return @hex2bin('abc');
});
var_dump(await($strict), await($plain), @hex2bin('abc'));
echo "done\n";
?>
--EXPECT--
string(71) "exception: hex2bin(): Hexadecimal input string must have an even length"
bool(false)
bool(false)
done

--TEST--
SPEC 30.11: the stack of exception handlers belongs to the coroutine
--FILE--
<?php
use function Async\{spawn, await, suspend};

$name = fn(?array $h) => $h === null ? 'none' : $h[1];
class H
{
    public static function main() {}
    public static function a() {}
    public static function b() {}
}
set_exception_handler(['H', 'main']);
$work = function (string $own) use ($name) {
    $before = set_exception_handler(['H', $own]);
    suspend();
    $mine = set_exception_handler(null);
    restore_exception_handler();
    restore_exception_handler();
    $after = set_exception_handler(null);
    return $name($before) . ' ' . $name($mine) . ' ' . $name($after);
};
$a = spawn($work, 'a');
$b = spawn($work, 'b');
suspend();
echo await($a), "\n", await($b), "\n";
echo $name(set_exception_handler(null)), "\n";
echo "done\n";
?>
--EXPECT--
main a main
main b main
main
done

--TEST--
SPEC 30.5: the drain comes before user shutdown functions, object destructors and output flush
--FILE--
<?php
use function Async\{spawn, delay};

class Last
{
    public function __destruct() { echo "destructor\n"; }
}
ob_start(function (string $text) { return "[flush]\n$text"; });
register_shutdown_function(function () {
    echo "shutdown function\n";
    spawn(function () { delay(5); echo "coroutine of a shutdown function\n"; });
});
$global = new Last;
spawn(function () {
    delay(10);
    echo "drained\n";
});
echo "main ends\n";
?>
--EXPECT--
[flush]
main ends
drained
shutdown function
coroutine of a shutdown function
destructor

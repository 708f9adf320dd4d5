--TEST--
SPEC 30.7, 30.11: an exception handler that throws, called while a line's own exception drops the coroutine, leaves that one to the catch around the line
--INI--
cenote.unhandled=report
display_errors=0
log_errors=0
--FILE--
<?php
use function Async\{spawn, suspend};

set_exception_handler(function (Throwable $e) {
    echo 'handler: ', $e->getMessage(), "\n";
    throw new LogicException('from the handler');
});

function failed(): Async\Coroutine
{
    $coroutine = spawn(fn() => throw new RuntimeException('nobody asks'));
    suspend();
    return $coroutine;
}

function in_the_middle_of_a_line(): void
{
    try {
        echo [failed()] + 1;
    } catch (TypeError $e) {
        echo 'caught: ', $e->getMessage(), ' in line ', $e->getLine(), "\n";
    }
}

for ($i = 0; $i < 3; $i++) {
    in_the_middle_of_a_line();
}
echo "done\n";
?>
--EXPECT--
handler: nobody asks
caught: Unsupported operand types: array + int in line 19
handler: nobody asks
caught: Unsupported operand types: array + int in line 19
handler: nobody asks
caught: Unsupported operand types: array + int in line 19
done

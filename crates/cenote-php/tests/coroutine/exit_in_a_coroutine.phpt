--TEST--
SPEC 30.8: exit() in a coroutine: its code is the exit code, others are unwound with finally, then shutdown functions
--FILE--
<?php
require __DIR__ . '/helpers.inc';
show_php(<<<'PHP'
use function Async\{spawn, delay, suspend};
register_shutdown_function(function () { echo "shutdown\n"; });
spawn(function () {
    try {
        delay(60000);
        echo "not reached\n";
    } finally {
        echo "finally of another\n";
    }
    echo "not reached\n";
});
spawn(function () {
    try {
        suspend();
        exit(7);
    } finally {
        echo "exit() runs no finally of its own stack, as on stock\n";
    }
});
delay(60000);
echo "main goes on?\n";
PHP);
echo "done\n";
?>
--EXPECT--
finally of another
shutdown
exit code 7
done

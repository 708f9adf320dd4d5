--TEST--
SPEC 30.8: with an exception handler the uncaught exception of the main flow goes there, the others are unwound
--FILE--
<?php
use function Async\{spawn, delay, suspend};

set_exception_handler(function (Throwable $e) { echo 'handler: ', $e->getMessage(), "\n"; });
register_shutdown_function(function () { echo "shutdown\n"; });
spawn(function () {
    try {
        delay(60000);
        echo "not reached\n";
    } finally {
        echo "unwound\n";
    }
});
suspend();
throw new RuntimeException('main failed');
?>
--EXPECTREGEX--
(handler: main failed
unwound|unwound
handler: main failed)
shutdown

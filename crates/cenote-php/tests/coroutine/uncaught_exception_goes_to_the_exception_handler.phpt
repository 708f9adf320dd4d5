--TEST--
SPEC 30.7: an exception that nobody awaited goes to the handler of set_exception_handler, as the same object
--INI--
cenote.unhandled=report
--FILE--
<?php
use function Async\{spawn, suspend};

set_exception_handler(function (Throwable $e) use (&$thrown) {
    echo 'handler: ', $e->getMessage(), ' ', var_export($e === $thrown, true), "\n";
});
$thrown = new RuntimeException('nobody listens');
spawn(function () use ($thrown) { throw $thrown; });
suspend();
suspend();
echo "done\n";
?>
--EXPECT--
handler: nobody listens true
done

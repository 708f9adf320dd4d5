--TEST--
SPEC 30.7: an exception out of the exception handler neither crashes nor stops the other coroutines
--INI--
cenote.unhandled=report
--FILE--
<?php
require __DIR__ . '/helpers.inc';
[$code, $output] = run_php(<<<'PHP'
use function Async\{spawn, suspend, delay};
set_exception_handler(function (Throwable $e) { echo "handler\n"; throw new LogicException('from the handler'); });
spawn(function () { throw new RuntimeException('x'); });
spawn(function () { delay(5); echo "other finished\n"; });
PHP, ['display_errors' => '0']);
echo "$output\n", $code === 255 || $code === 0 ? "ended in order\n" : "exit code $code\n";
echo "done\n";
?>
--EXPECT--
handler
other finished
ended in order
done

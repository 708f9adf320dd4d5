--TEST--
SPEC 30.8: exit() in the main flow unwinds the parked coroutines; those not yet started never run
--FILE--
<?php
require __DIR__ . '/helpers.inc';
show_php(<<<'PHP'
use function Async\{spawn, delay, suspend};
register_shutdown_function(function () { echo "shutdown\n"; });
spawn(function () {
    try { delay(60000); } finally { echo "parked one unwound\n"; }
});
suspend();
spawn(function () { echo "not started, must not run\n"; });
exit(3);
PHP);
show_php('Async\spawn(fn() => Async\delay(60000)); Async\suspend(); exit("message");');
echo "done\n";
?>
--EXPECT--
parked one unwound
shutdown
exit code 3
message
exit code 0
done

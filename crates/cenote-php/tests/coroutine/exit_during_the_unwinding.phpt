--TEST--
SPEC 30.8: exit() in a finally that runs during the unwinding, and many parked coroutines at exit
--FILE--
<?php
require __DIR__ . '/helpers.inc';
show_php(<<<'PHP'
use function Async\{spawn, delay, suspend};
for ($i = 0; $i < 100; $i++) {
    spawn(function () { try { delay(60000); } finally { $GLOBALS['count']++; } });
}
$count = 0;
register_shutdown_function(function () { echo $GLOBALS['count'], " unwound\n"; });
suspend();
exit(9);
PHP);
[$code, $output] = run_php(<<<'PHP'
use function Async\{spawn, delay, suspend};
spawn(function () { try { delay(60000); } finally { echo "one\n"; exit(21); } });
spawn(function () { try { delay(60000); } finally { echo "two\n"; } });
suspend();
exit(20);
PHP);
echo "$output\n", in_array($code, [20, 21], true) ? "ended in order\n" : "exit code $code\n";
echo "done\n";
?>
--EXPECT--
100 unwound
exit code 9
one
two
ended in order
done

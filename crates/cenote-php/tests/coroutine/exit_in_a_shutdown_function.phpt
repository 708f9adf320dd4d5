--TEST--
SPEC 30.8, 30.5: exit() in a shutdown function and in a coroutine spawned by one
--FILE--
<?php
require __DIR__ . '/helpers.inc';
show_php(<<<'PHP'
use function Async\{spawn, delay};
register_shutdown_function(function () {
    spawn(function () { echo "must not run\n"; });
    exit(5);
});
spawn(function () { delay(1); echo "drained\n"; });
PHP);
show_php(<<<'PHP'
use function Async\{spawn, delay};
register_shutdown_function(function () {
    spawn(function () { delay(1); echo "in a coroutine of the shutdown function\n"; exit(6); });
});
echo "main ends\n";
PHP);
show_php('Async\spawn(function () { Async\delay(1); exit(8); }); echo "main ends\n";');
echo "done\n";
?>
--EXPECT--
drained
exit code 5
main ends
in a coroutine of the shutdown function
exit code 6
main ends
exit code 8
done

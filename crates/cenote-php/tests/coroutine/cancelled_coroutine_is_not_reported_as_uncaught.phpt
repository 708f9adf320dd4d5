--TEST--
SPEC 30.7: a coroutine that ended by its cancellation is no uncaught exception
--FILE--
<?php
require __DIR__ . '/helpers.inc';
[$code, $output, $log] = run_php(<<<'PHP'
$c = Async\spawn(fn() => Async\delay(60000));
$d = Async\spawn(fn() => 1);
$d->cancel();
unset($d);
Async\suspend();
$c->cancel();
unset($c);
Async\suspend();
echo "main ends";
PHP);
echo "$output\nexit code $code\nlog: '$log'\n";
echo "done\n";
?>
--EXPECT--
main ends
exit code 0
log: ''
done

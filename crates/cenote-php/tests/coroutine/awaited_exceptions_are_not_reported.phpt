--TEST--
SPEC 30.7: an exception taken by await, await_all or await_all_or_fail is not reported again
--FILE--
<?php
require __DIR__ . '/helpers.inc';
[$code, $output, $log] = run_php(<<<'PHP'
use function Async\{spawn, await, await_all, await_all_or_fail};
$fail = fn() => throw new RuntimeException('x');
try { await(spawn($fail)); } catch (RuntimeException) { echo "await "; }
try { await_all_or_fail([spawn($fail)]); } catch (RuntimeException) { echo "or_fail "; }
[, $errors] = await_all([spawn($fail), spawn($fail)]);
echo count($errors), " in all";
unset($errors);
PHP);
echo "$output\nexit code $code\nlog '$log'\n";
echo "done\n";
?>
--EXPECT--
await or_fail 2 in all
exit code 0
log ''
done

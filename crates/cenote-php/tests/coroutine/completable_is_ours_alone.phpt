--TEST--
SPEC 2.3: Coroutine and Future are Completable; a user class cannot be
--FILE--
<?php
require __DIR__ . '/helpers.inc';
var_dump(interface_exists('Async\Completable'));
var_dump(is_subclass_of('Async\Coroutine', 'Async\Completable'));
var_dump(is_subclass_of('Async\Future', 'Async\Completable'));
var_dump(is_subclass_of('Async\Channel', 'Async\Completable'));
var_dump(Async\timeout(1) instanceof Async\Completable);
[$code, $output] = run_php('class Mine implements Async\Completable {} echo "defined\n";');
echo $code, ' ', preg_match('/Fatal error: .*Async\\\\Completable/', $output), ' ', str_contains($output, 'defined') ? 'defined' : 'refused', "\n";
[$code, $output] = run_php('enum Mine implements Async\Completable { case A; } echo "defined\n";');
echo $code, ' ', str_contains($output, 'defined') ? 'defined' : 'refused', "\n";
echo "done\n";
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(false)
bool(true)
255 1 refused
255 refused
done

--TEST--
SPEC 47.3: a fatal error in a coroutine: message as on stock, no more code of other coroutines, then shutdown functions, then finally handlers of scopes still open, once; no finally handlers of coroutines, no finally blocks; exit code 255
--SKIPIF--
<?php if (getenv('USE_ZEND_ALLOC') === '0') die('skip the memory limit needs the engine\'s own allocator'); ?>
--FILE--
<?php
require __DIR__ . '/../coroutine/helpers.inc';
function show(string $name, string $code): void
{
    [$exit, $output, $log] = run_php('use function Async\{delay, spawn, suspend}; use Async\Scope;' . "\n" . $code, ['display_errors' => '0', 'memory_limit' => '32M']);
    // Words of PHP 8.4 and 8.5.
    $log = preg_replace(['/^\[[^]]*\] /m', '/of \d+ bytes exhausted.*/', '/^PHP Deprecated: .*\n/m', '/redeclare function/'], ['', 'of N bytes exhausted', '', 'redeclare'], $log);
    echo "-- $name\n$output\nexit code $exit\n$log";
}
$around = '
    $scope = new Scope(); $scope->finally(fn () => print("scope\n"));
    $c = $scope->spawn(function () { try { delay(60000); } finally { echo "never: block\n"; } });
    $c->finally(fn () => print("never: callback\n"));
    spawn(function () { delay(60000); echo "never: goes on\n"; });
    register_shutdown_function(fn () => print("shutdown function\n"));
    suspend();
';
show('redeclaration', $around . 'spawn(function () { delay(1); eval("function strlen() {}"); }); delay(60000);');
show('memory limit', $around . 'spawn(function () { delay(1); try { str_repeat("x", 64 << 20); } finally { echo "never\n"; } }); delay(60000);');
show('user error, after the main script', $around . 'spawn(function () { delay(1); trigger_error("bail", E_USER_ERROR); }); echo "main ends\n";');
show('in the main flow', $around . 'eval("function strlen() {}");');
show('handlers that fail', '
    $scope = new Scope(); $scope->finally(function () { echo "first\n"; throw new Exception("from the handler"); }); $scope->finally(fn () => print("second\n"));
    $scope->setExceptionHandler(fn ($s, $c, $e) => print("handled: " . $e->getMessage() . "\n"));
    spawn(function () { trigger_error("bail", E_USER_ERROR); }); delay(1);');
show('a shutdown function spawns', 'register_shutdown_function(function () { spawn(fn () => trigger_error("bail", E_USER_ERROR)); suspend(); echo "never\n"; });
    register_shutdown_function(fn () => print("never\n"));');
?>
--EXPECT--
-- redeclaration
shutdown function
scope
exit code 255
PHP Fatal error:  Cannot redeclare strlen() in child.php(9) : eval()'d code on line 1
-- memory limit
shutdown function
scope
exit code 255
PHP Fatal error:  Allowed memory size of N bytes exhausted
-- user error, after the main script
main ends
shutdown function
scope
exit code 255
PHP Fatal error:  bail in child.php on line 9
-- in the main flow
shutdown function
scope
exit code 255
PHP Fatal error:  Cannot redeclare strlen() in child.php(9) : eval()'d code on line 1
-- handlers that fail
first
second
handled: from the handler
exit code 255
PHP Fatal error:  bail in child.php on line 5
-- a shutdown function spawns

exit code 255
PHP Fatal error:  bail in child.php on line 2

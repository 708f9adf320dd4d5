--TEST--
SPEC 30: from PHP 8.3 on recursion that would leave a coroutine's C stack is an Error, in each coroutine by its own stack
--SKIPIF--
<?php
if (PHP_VERSION_ID < 80300) die('skip the engine checks the C stack from PHP 8.3 on');
if (getenv('SKIP_ASAN') || getenv('USE_ZEND_ALLOC') === '0') die('skip valgrind runs out of stack first');
?>
--FILE--
<?php
use function Async\{await, spawn, suspend};

function deep(int $n): array
{
    return array_map(fn($n) => deep($n + 1), [$n]);
}
$recurse = function (): string {
    suspend();
    try {
        deep(0);
    } catch (Error $e) {
        echo strtok($e->getMessage(), '0123456789'), "\n";
    }
    suspend();
    return 'lives on';
};
foreach ([spawn($recurse), spawn($recurse)] as $coroutine) {
    echo await($coroutine), "\n";
}
try {
    deep(0);
} catch (Error $e) {
    echo 'main flow: ', strtok($e->getMessage(), '0123456789'), "\n";
}
echo await(spawn($recurse)), "\n";
echo "done\n";
?>
--EXPECT--
Maximum call stack size of 
Maximum call stack size of 
lives on
lives on
main flow: Maximum call stack size of 
Maximum call stack size of 
lives on
done

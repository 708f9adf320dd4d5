--TEST--
SPEC 44.5: iterate() takes an array as it is at the call, or a Traversable; other values are TypeErrors
--FILE--
<?php
use function Async\{delay, iterate};

$try = function (callable $what) {
    try { $what(); echo "no error\n"; } catch (Throwable $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
};
$list = [1, 2, 3];
iterate($list, function ($v) use (&$list) { $list = ['other']; $list[] = 4; echo $v; delay(1); });
echo "\n";
$copy = $list = ['a' => 1, 'b' => 2];
iterate($list, function ($v, $k) use (&$list) { unset($list[$k]); $v = 5; echo $k; });
echo "\n", json_encode([$list, $copy]), "\n";
$try(fn () => iterate(1, fn () => 1));
$try(fn () => iterate(null, fn () => 1));
$try(fn () => iterate(new stdClass, fn () => 1));
$try(fn () => iterate([], 'no_such_function'));
$try(fn () => iterate([], fn () => 1, -1));
$try(fn () => iterate([]));
$try(fn () => iterate([], fn () => 1, 0, true, 1));
echo new ReflectionFunction('Async\iterate');
?>
--EXPECT--
123
ab
[[],{"a":1,"b":2}]
TypeError: Async\iterate(): Argument #1 ($iterable) must be of type Traversable|array, int given
TypeError: Async\iterate(): Argument #1 ($iterable) must be of type Traversable|array, null given
TypeError: Async\iterate(): Argument #1 ($iterable) must be of type Traversable|array, stdClass given
TypeError: Async\iterate(): Argument #2 ($callback) must be a valid callback, function "no_such_function" not found or invalid function name
ValueError: Async\iterate(): Argument #3 ($concurrency) must be greater than or equal to 0
ArgumentCountError: Async\iterate() expects at least 2 arguments, 1 given
ArgumentCountError: Async\iterate() expects at most 4 arguments, 5 given
Function [ <internal:cenote> function Async\iterate ] {

  - Parameters [4] {
    Parameter #0 [ <required> Traversable|array $iterable ]
    Parameter #1 [ <required> callable $callback ]
    Parameter #2 [ <optional> int $concurrency = 0 ]
    Parameter #3 [ <optional> bool $cancelPending = true ]
  }
  - Return [ void ]
}

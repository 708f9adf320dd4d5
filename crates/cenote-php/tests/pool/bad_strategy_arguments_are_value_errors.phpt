--TEST--
SPEC 14.11: the ready strategies refuse numbers out of range with ValueError
--FILE--
<?php
use Async\ConsecutiveFailures;
use Async\FailureRate;

require __DIR__ . '/helpers.inc';

foreach ([
    [ConsecutiveFailures::class, ['threshold' => 0]],
    [ConsecutiveFailures::class, ['threshold' => -1]],
    [ConsecutiveFailures::class, ['cooldown' => -1]],
    [ConsecutiveFailures::class, ['maxCooldown' => -1]],
    [FailureRate::class, ['rate' => -0.1]],
    [FailureRate::class, ['rate' => 1.1]],
    [FailureRate::class, ['rate' => NAN]],
    [FailureRate::class, ['minimum' => -1]],
    [FailureRate::class, ['window' => -1]],
    [FailureRate::class, ['cooldown' => -1]],
    [FailureRate::class, ['maxCooldown' => -1]],
] as [$class, $arguments]) {
    throws(fn () => new $class(...$arguments));
}
throws(fn () => new ConsecutiveFailures('many'));

finish();
--EXPECTF--
ValueError: Async\ConsecutiveFailures::__construct(): Argument #1 ($threshold) must be %s
ValueError: Async\ConsecutiveFailures::__construct(): Argument #1 ($threshold) must be %s
ValueError: Async\ConsecutiveFailures::__construct(): Argument #2 ($cooldown) must be %s
ValueError: Async\ConsecutiveFailures::__construct(): Argument #3 ($maxCooldown) must be %s
ValueError: Async\FailureRate::__construct(): Argument #1 ($rate) must be %s
ValueError: Async\FailureRate::__construct(): Argument #1 ($rate) must be %s
ValueError: Async\FailureRate::__construct(): Argument #1 ($rate) must be %s
ValueError: Async\FailureRate::__construct(): Argument #2 ($minimum) must be %s
ValueError: Async\FailureRate::__construct(): Argument #3 ($window) must be %s
ValueError: Async\FailureRate::__construct(): Argument #4 ($cooldown) must be %s
ValueError: Async\FailureRate::__construct(): Argument #5 ($maxCooldown) must be %s
TypeError: Async\ConsecutiveFailures::__construct(): Argument #1 ($threshold) must be of type int, string given
done

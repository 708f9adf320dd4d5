--TEST--
SPEC 3.2, 3.5, 5.10, 9.6, 14.11: a full line of waiters, a strategy with two pools: each text says the state and what to do
--FILE--
<?php
require __DIR__ . '/helpers.inc';

use Async\{ConsecutiveFailures, FailureRate, Pool};

function said(Closure $job): void
{
    try {
        $job();
        echo "nothing\n";
    } catch (Throwable $refusal) {
        echo get_class($refusal), ': ', $refusal->getMessage(), "\n";
    }
}

$make = fn (): stdClass => new stdClass();
$pool = new Pool($make, max: 1, maxWaiters: 1);
$held = $pool->acquire();
$waiter = Async\spawn(fn () => $pool->acquire());
Async\suspend();
said(fn () => $pool->acquire());
said(fn () => $pool->__construct($make));
said(fn () => $pool->release(new stdClass()));
$pool->release($held);
$pool->release(Async\await($waiter));

$strategy = new ConsecutiveFailures();
$pool->setCircuitBreakerStrategy($strategy);
said(fn () => (new Pool($make))->setCircuitBreakerStrategy($strategy));
said(fn () => $strategy->__construct());
// An error handler finds the strategy in a backtrace, before its constructor is through.
set_error_handler(function () use ($make) {
    said(fn () => (new Pool($make))->setCircuitBreakerStrategy(debug_backtrace()[3]['object']));
    return true;
});
new ConsecutiveFailures(2.5);
restore_error_handler();
said(fn () => new FailureRate(rate: 1.5));
said(fn () => new Pool($make, min: 3, max: 2));
echo "done\n";
--EXPECTF--
Async\PoolException: Too many callers wait for a resource (maxWaiters=1): max=1 active=1 idle=0 creating=0 waiting=2 breaker=ACTIVE longest hold=%d ms
Error: Async\Pool::__construct() can be called only once: make a new pool instead
Async\PoolException: resource is not active in this pool
Async\PoolException: the strategy already serves another pool: make one strategy object for each pool
Error: a strategy's constructor can be called only once: make a new strategy instead
Async\PoolException: the strategy is not initialised: its constructor was not called, or has thrown
ValueError: Async\FailureRate::__construct(): Argument #1 ($rate) must be > 0 and <= 1
ValueError: Async\Pool::__construct(): Argument #6 ($min) must be <= max
done

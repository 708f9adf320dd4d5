--TEST--
SPEC 6.1: a parked caller resumes on a grant, on timeout, cancellation, close, and deactivation
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$pool = (new Probe())->pool(max: 1);
$held = $pool->acquire();
worker('grant', fn () => $pool->acquire());
settle();
$pool->release($held);
settle();

worker('timeout', fn () => $pool->acquire(5));
until(fn () => $pool->stats()['timeouts'] === 1, 'the timeout');

$waiter = worker('cancellation', fn () => $pool->acquire());
settle();
$waiter->cancel();
settle();

worker('deactivation', fn () => $pool->acquire());
settle();
$pool->deactivate();
settle();
$pool->activate();

worker('close', fn () => $pool->acquire());
settle();
stats($pool, 'waiting');
$pool->close();
settle();
stats($pool, 'waiting');

finish();
--EXPECTF--
make r1
grant: r1
timeout: Async\TimeoutException: %s
cancellation: Async\AsyncCancellation
deactivation: Async\ServiceUnavailableException: Service is unavailable (circuit breaker is open)
waiting=1
close: Async\PoolException: Pool is closed
waiting=0
done

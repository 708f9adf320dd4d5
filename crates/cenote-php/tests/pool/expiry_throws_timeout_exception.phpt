--TEST--
SPEC 7.2: expiry throws Async\TimeoutException, which a handler for PoolException catches
--FILE--
<?php
use Async\PoolException;

require __DIR__ . '/helpers.inc';

$pool = (new Probe())->pool(max: 1);
$held = $pool->acquire();
try {
    $pool->acquire(1);
} catch (PoolException $e) {
    line($e::class);
}
stats($pool, 'timeouts', 'waiting');

finish();
--EXPECT--
make r1
Async\TimeoutException
timeouts=1 waiting=0
done

--TEST--
SPEC 14.4: beyond the recovery limit the refusal names the state and the limit
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$pool = (new Probe(quiet: true))->pool(max: 4, recoveryLimit: 2);
$pool->recover();
$taken = [$pool->acquire(), $pool->acquire()];
try {
    $pool->acquire();
} catch (Async\ServiceUnavailableException $e) {
    line($e->getMessage());
}
array_map($pool->release(...), $taken);

finish();
--EXPECT--
Service is unavailable (circuit breaker is recovering, and lets out 2 at a time)
done

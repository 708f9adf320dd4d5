--TEST--
SPEC 31.4, 8.1, 7.1: try_acquire gives nothing without an exception; a limit ends the waiting; a negative one is refused
--SKIPIF--
<?php require __DIR__ . "/skip.inc"; ?>
--FILE--
<?php
require __DIR__ . "/helpers.inc";

$pool = capi_new(["max" => 1, "acquireTimeout" => 10]);
say("free", $thing = capi_try_acquire($pool));
say("taken", capi_try_acquire($pool));
say("limit", strtok(attempt(fn () => capi_acquire($pool, 5)), ":"));
say("of the pool", strtok(attempt(fn () => capi_acquire($pool, -1)), ":"));
say("negative", attempt(fn () => capi_acquire($pool, -2)));
capi_set_state($pool, 1);
say("breaker open", capi_try_acquire($pool), capi_info($pool)["state"]);
say("no state", attempt(fn () => capi_set_state($pool, 7)), capi_info($pool)["state"]);
echo "done\n";
--EXPECT--
free: 1
taken: null
limit: Async\TimeoutException
of the pool: Async\TimeoutException
negative: ValueError: The timeout of an acquire must be >= 0 ms, -2 given
breaker open: null | 1
no state: ValueError: 7 is not a state of a circuit breaker: use one of the constants ZEND_ASYNC_CIRCUIT_… | 1
done

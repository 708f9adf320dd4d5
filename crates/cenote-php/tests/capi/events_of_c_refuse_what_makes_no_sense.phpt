--TEST--
SPEC 31.9, 31.13: bad kinds, times and flags, a missing callback, and a wait for nothing are refused
--SKIPIF--
<?php require __DIR__ . "/skip.inc"; ?>
--FILE--
<?php
require __DIR__ . "/helpers.inc";
const FREE = 0;
const CLOSED = 1;
const PERIODIC = 1;
const BACKGROUND = 2;

$pool = capi_new(["max" => 1]);
$refused = [
    fn () => capi_pool_event($pool, 7),
    fn () => capi_timer(-1),
    fn () => capi_timer(0, PERIODIC),
    fn () => capi_timer(1, 8),
    fn () => capi_on(capi_timer(0), null),
    fn () => capi_wait([]),
    fn () => capi_wait([capi_timer(0)], -5),
];
foreach ($refused as $call) {
    echo attempt($call), "\n";
}
say("a timer of 0 ms", capi_wait([capi_timer(0)]));
say("callbacks", capi_living_callbacks());
echo "done\n";
--EXPECT--
ValueError: 7 is not an event of a pool: use one of the constants ZEND_ASYNC_POOL_EVENT_…
ValueError: The time of a timer must be >= 0 ms, that of a periodic one >= 1 ms, -1 given
ValueError: The time of a timer must be >= 0 ms, that of a periodic one >= 1 ms, 0 given
ValueError: 8 are not flags of a timer: combine the constants ZEND_ASYNC_TIMER_…, or pass 0
ValueError: The callback of an event must not be NULL
ValueError: A wait needs at least one event: the list must not be empty
ValueError: The timeout of a wait must be >= 0 ms, -5 given
a timer of 0 ms: 0
callbacks: 0
done

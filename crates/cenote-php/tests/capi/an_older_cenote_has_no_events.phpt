--TEST--
SPEC 31.14: beside a cenote whose table ends before the events, each macro of theirs refuses
--SKIPIF--
<?php require __DIR__ . "/skip.inc"; ?>
--FILE--
<?php
require __DIR__ . "/helpers.inc";
const FREE = 0;
const CLOSED = 1;
const PERIODIC = 1;
const BACKGROUND = 2;

$timer = capi_timer(1);
$number = capi_on($timer, function (): void {});
say("has events", capi_old_table(true));
foreach ([fn () => capi_timer(1), fn () => capi_on($timer, function (): void {}), fn () => capi_off($timer, $number), fn () => capi_start($timer), fn () => capi_wait([$timer])] as $call) {
    echo attempt($call), "\n";
}
$pool = capi_new(["max" => 1]);
say("pools work", capi_acquire($pool), attempt(fn () => capi_pool_event($pool, FREE)));
say("has events", capi_old_table(false));
echo "done\n";
--EXPECT--
has events: false
Error: cenote is not loaded (or too old): the pool API is not available
Error: cenote is not loaded (or too old): the pool API is not available
Error: cenote is not loaded (or too old): the pool API is not available
Error: cenote is not loaded (or too old): the pool API is not available
Error: cenote is not loaded (or too old): the pool API is not available
pools work: 1 | Error: cenote is not loaded (or too old): the pool API is not available
has events: true
done

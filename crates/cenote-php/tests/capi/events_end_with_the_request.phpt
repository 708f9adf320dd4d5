--TEST--
SPEC 31.14, 31.10: the script ends while events are started, callbacks are due or wait, and coroutines wait for events: everything is taken down
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
[$free, $closed, $timer, $waiting] = [capi_pool_event($pool, FREE), capi_pool_event($pool, CLOSED), capi_timer(1, PERIODIC), capi_timer(1)];
capi_on($closed, function (): void { echo "closed\n"; }, true);
capi_on($free, function (): void { echo "free\n"; });
$begun = false;
capi_on($waiting, function () use (&$begun): void { echo "begins\n"; $begun = true; try { Async\delay(100000); } finally { echo "ends\n"; } });
array_map(capi_start(...), [$free, $closed, $timer, $waiting]);
$thing = capi_acquire($pool);
Async\spawn(function () use ($free): void { try { capi_wait([$free]); } finally { echo "the wait ends\n"; } });
Async\spawn(function () use (&$begun): void { until(function () use (&$begun): bool { return $begun; }); echo "exit\n"; exit(0); });
echo "main\n";
echo "done\n";
--EXPECT--
main
done
begins
exit
the wait ends
ends
closed
callback freed

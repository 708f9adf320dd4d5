--TEST--
SPEC 31.10: an event tells that a resource is free: at its start, after each time that none was, after those who wait in acquire
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
$free = capi_pool_event($pool, FREE);
$log = [];
capi_on($free, function () use (&$log): void { $log[] = "free"; });
$thing = capi_acquire($pool);
capi_release($pool, $thing);
Async\delay(1);
say("not started", $log);
capi_start($free);
Async\delay(1);
say("one can be created or taken", $log);
capi_start($free);
Async\delay(1);
say("a second start", $log);
$log = [];
$thing = capi_acquire($pool);
Async\delay(1);
say("taken", $log);
capi_release($pool, $thing);
Async\delay(1);
say("back", $log);
$log = [];
$thing = capi_acquire($pool);
$waiter = Async\spawn(function () use ($pool, &$log): void { $mine = capi_acquire($pool); $log[] = "served"; Async\delay(1); $log[] = "gives back"; capi_release($pool, $mine); });
Async\suspend();
capi_release($pool, $thing);
Async\await($waiter);
Async\delay(1);
say("who waits comes first", $log);
$log = [];
capi_set_state($pool, 1);
capi_set_state($pool, 0);
Async\delay(1);
say("the breaker opened and closed", $log);
$log = [];
$thing = capi_acquire($pool);
capi_release($pool, $thing);
$thing = capi_acquire($pool);
Async\delay(1);
say("taken again before the callback", $log);
capi_release($pool, $thing);
Async\delay(1);
say("and back", $log);
capi_stop($free);
$log = [];
$thing = capi_acquire($pool);
capi_release($pool, $thing);
Async\delay(1);
say("stopped", $log);
echo "done\n";
--EXPECT--
not started: []
one can be created or taken: ["free"]
a second start: ["free"]
taken: []
back: ["free"]
who waits comes first: ["served","gives back","free"]
the breaker opened and closed: ["free"]
taken again before the callback: []
and back: ["free"]
stopped: []
done

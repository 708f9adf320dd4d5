--TEST--
SPEC 31.13: a coroutine waits for the first of a pool, its close and a timer, or a limit
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
[$free, $closed, $timer] = [capi_pool_event($pool, FREE), capi_pool_event($pool, CLOSED), capi_timer(5)];
$all = [$free, $closed, $timer];
say("free at once", capi_wait($all));
$thing = capi_acquire($pool);
say("the timer", capi_wait($all));
say("the timer, anew", capi_wait($all));
say("the limit", capi_wait([$free, $closed], 5));
$waiter = Async\spawn(fn () => capi_wait([$closed, $free]));
Async\suspend();
capi_release($pool, $thing);
say("a resource", Async\await($waiter));
$thing = capi_acquire($pool);
$long = capi_timer(100000);
$waiter = Async\spawn(fn () => capi_wait([$free, $closed, $long]));
$alone = Async\spawn(fn () => attempt(fn () => capi_wait([$free])));
Async\suspend();
capi_close($pool);
say("the close", Async\await($waiter), Async\await($alone));
say("closed before", capi_wait($all), attempt(fn () => capi_wait([$free])));

$fired = false;
capi_on($timer, function () use (&$fired): void { $fired = true; });
capi_start($timer);
until(function () use (&$fired): bool { return $fired; });
say("a started timer has fired", capi_wait([$timer]));
capi_start($timer);
$begin = hrtime(true);
say("and runs again", capi_wait([$timer]), hrtime(true) - $begin >= 4_000_000);

$timer = capi_timer(100000);
$cancelled = Async\spawn(fn () => attempt(fn () => capi_wait([$timer])));
$disposed = Async\spawn(fn () => attempt(fn () => capi_wait([$timer])));
Async\suspend();
$cancelled->cancel();
say("cancelled", Async\await($cancelled));
capi_dispose($timer);
say("disposed of", Async\await($disposed));
echo "done\n";
--EXPECT--
free at once: 0
the timer: 2
the timer, anew: 2
the limit: -1
a resource: 1
the close: 1 | Async\PoolException: Pool is closed
closed before: 1 | Async\PoolException: Pool is closed
a started timer has fired: 0
and runs again: 0 | true
cancelled: Async\AsyncCancellation: Coroutine cancelled
disposed of: Error: An event that a coroutine waited for was disposed of
done

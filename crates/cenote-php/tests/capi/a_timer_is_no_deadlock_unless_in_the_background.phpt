--TEST--
SPEC 31.12, 30.6: while a timer runs, those who wait are no deadlock, except for one in the background that nobody waits for
--SKIPIF--
<?php require __DIR__ . "/skip.inc"; ?>
--FILE--
<?php set_exception_handler(fn ($e) => print(get_class($e) . "\n"));
require __DIR__ . "/helpers.inc";
const FREE = 0;
const CLOSED = 1;
const PERIODIC = 1;
const BACKGROUND = 2;

$channel = new Async\Channel();
$timer = capi_timer(5);
capi_on($timer, function () use ($channel): void { $channel->sendAsync("from the timer"); });
capi_start($timer);
say("received", $channel->recv());
$pool = capi_new(["max" => 1]);
$thing = capi_acquire($pool);
$background = capi_timer(5, PERIODIC | BACKGROUND);
capi_start($background);
say("waited for", capi_wait([$background]));
say("deadlock", attempt(fn () => capi_wait([capi_pool_event($pool, FREE)])));
echo "done\n";
--EXPECTF--
received: from the timer
waited for: 0
deadlock: %sDeadlock%s
done
Async\DeadlockError

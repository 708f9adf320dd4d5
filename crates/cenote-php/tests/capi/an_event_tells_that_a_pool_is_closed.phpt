--TEST--
SPEC 31.10: callbacks for the close run once, in the call that closes, also by the last reference, and when it was closed before
--SKIPIF--
<?php require __DIR__ . "/skip.inc"; ?>
--FILE--
<?php
require __DIR__ . "/helpers.inc";
const FREE = 0;
const CLOSED = 1;
const PERIODIC = 1;
const BACKGROUND = 2;

$pool = capi_new(["max" => 1], ["destructor" => function (int $id): void { echo "destructor $id\n"; }]);
capi_release($pool, capi_acquire($pool));
$closed = capi_pool_event($pool, CLOSED);
capi_on($closed, function (): void { echo "closed\n"; });
capi_start($closed);
capi_close($pool);
echo "after close\n";
capi_close($pool);
$late = capi_pool_event($pool, CLOSED);
capi_on($late, function (): void { echo "was closed\n"; });
capi_start($late);
Async\delay(1);

$pool = capi_new(["max" => 1]);
$closed = capi_pool_event($pool, CLOSED);
$stopped = capi_pool_event($pool, CLOSED);
$gone = capi_pool_event($pool, CLOSED);
capi_on($closed, function () use (&$gone): void { echo "dropped\n"; capi_dispose($gone); });
capi_on($stopped, function (): void { echo "never\n"; });
capi_on($gone, function (): void { echo "never\n"; });
array_map(capi_start(...), [$closed, $stopped, $gone]);
capi_stop($stopped);
capi_drop($pool);
echo "after the last reference\n";
say("an event outlives its pool", capi_start(capi_start($closed) ? $closed : -1), capi_wait([$closed]));
echo "done\n";
--EXPECT--
destructor 1
closed
after close
was closed
dropped
after the last reference
an event outlives its pool: true | 0
done

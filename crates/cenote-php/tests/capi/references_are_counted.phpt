--TEST--
SPEC 31.3: the pool lives until the last reference goes; then it closes, and those who wait in it are refused
--SKIPIF--
<?php require __DIR__ . "/skip.inc"; ?>
--FILE--
<?php
require __DIR__ . "/helpers.inc";

$pool = capi_new(["max" => 1], ["destructor" => function (int $id): void { echo "destructor $id\n"; }]);
say("shared", capi_share($pool));
capi_release($pool, capi_acquire($pool));
$thing = capi_acquire($pool);
$waiter = Async\spawn(fn () => capi_acquire($pool));
Async\suspend();
capi_drop($pool);
say("waiter", attempt(fn () => Async\await($waiter)));
echo "done\n";
--EXPECT--
shared: 1
waiter: Async\PoolException: Pool is closed
done

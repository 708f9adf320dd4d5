--TEST--
SPEC 9.6, 31.4: a release of what is not handed out is refused, and nothing happens
--SKIPIF--
<?php require __DIR__ . "/skip.inc"; ?>
--FILE--
<?php
require __DIR__ . "/helpers.inc";

$pool = capi_new(["max" => 2], ["destructor" => function (int $id): void { echo "destructor $id\n"; }]);
$thing = capi_acquire($pool);
say("first", capi_release($pool, $thing));
say("second", attempt(fn () => capi_release($pool, $thing)), capi_info($pool)["idle"]);
capi_close($pool);
echo "done\n";
--EXPECT--
first: true
second: Async\PoolException: resource is not active in this pool | 1
destructor 1
done

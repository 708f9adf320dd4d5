--TEST--
SPEC 14.9, 14.10: what a C strategy throws harms nobody; it hears of factories that fail
--SKIPIF--
<?php require __DIR__ . "/skip.inc"; ?>
--FILE--
<?php
require __DIR__ . "/helpers.inc";

$heard = [];
$fail = true;
$pool = capi_new(["max" => 1], ["factory" => function () use (&$fail): bool { return !$fail; }]);
capi_strategy($pool, ["success" => fn () => throw new Exception("a"), "createFailure" => function (Throwable $e) use (&$heard): void { $heard[] = $e->getMessage(); throw new Exception("b"); }]);
say("create", attempt(fn () => capi_acquire($pool)), $heard);
$fail = false;
say("release", capi_release($pool, capi_acquire($pool)));
echo "done\n";
--EXPECT--
create: Async\PoolException: Failed to create pool resource | ["Failed to create pool resource"]
release: true
done

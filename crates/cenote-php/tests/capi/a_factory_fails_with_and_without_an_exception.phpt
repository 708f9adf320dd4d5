--TEST--
SPEC 5.7, 31.3: a C factory that fails without an exception gives one of the pool; with one, that one; the place is free either way
--SKIPIF--
<?php require __DIR__ . "/skip.inc"; ?>
--FILE--
<?php
require __DIR__ . "/helpers.inc";

$how = "throw";
$pool = capi_new(["max" => 1], ["factory" => function () use (&$how) { if ($how === "throw") throw new DomainException("no"); return $how === "ok"; }]);
say("throws", attempt(fn () => capi_acquire($pool)));
$how = "false";
say("false", attempt(fn () => capi_acquire($pool)));
$how = "ok";
say("ok", capi_acquire($pool), capi_info($pool)["count"]);
$how = "throw";
say("prewarm", attempt(fn () => capi_new(["min" => 1], ["factory" => function () use (&$how) { throw new DomainException("no"); }])));
say("prewarm without", attempt(fn () => capi_new(["min" => 1], ["factory" => fn () => false])));
say("living", capi_living());
echo "done\n";
--EXPECT--
throws: DomainException: no
false: Async\PoolException: Failed to create pool resource
ok: 3 | 1
prewarm: DomainException: no
prewarm without: Async\PoolException: Failed to create pool resource
living: 1
done

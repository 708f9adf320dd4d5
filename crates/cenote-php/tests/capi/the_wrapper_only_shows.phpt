--TEST--
SPEC 31.6: the wrapper of a C pool counts, and refuses acquire, tryAcquire, release and close, also after the pool is gone
--SKIPIF--
<?php require __DIR__ . "/skip.inc"; ?>
--FILE--
<?php
require __DIR__ . "/helpers.inc";

$pool = capi_new(["min" => 1, "max" => 2]);
$wrapper = capi_wrapper($pool);
say("same", $wrapper === capi_wrapper($pool), get_class($wrapper), count($wrapper), $wrapper->idleCount(), $wrapper->getState()->name);
$thing = capi_acquire($pool);
say("stats", $wrapper->stats()["active"]);
$try = fn () => [
    substr(attempt(fn () => $wrapper->acquire()), 0, 60), substr(attempt(fn () => $wrapper->tryAcquire()), 0, 29),
    substr(attempt(fn () => $wrapper->release(5)), 0, 29), substr(attempt(fn () => $wrapper->close()), 0, 29),
];
say("refuses", $try());
capi_release($pool, $thing);
capi_drop($pool);
say("gone", $try(), $wrapper->isClosed(), count($wrapper), capi_living());
echo "done\n";
--EXPECT--
same: true | Async\Pool | 1 | 1 | ACTIVE
stats: 1
refuses: ["Async\\PoolException: this pool belongs to native code (a PDO","Async\\PoolException: this poo","Async\\PoolException: this poo","Async\\PoolException: this poo"]
gone: ["Async\\PoolException: this pool belongs to native code (a PDO","Async\\PoolException: this poo","Async\\PoolException: this poo","Async\\PoolException: this poo"] | true | 0 | 0
done

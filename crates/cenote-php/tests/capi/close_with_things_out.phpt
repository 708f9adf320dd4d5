--TEST--
SPEC 12.3, 31.4: close destroys what is idle, and what is out at its release; a second close does nothing
--SKIPIF--
<?php require __DIR__ . "/skip.inc"; ?>
--FILE--
<?php
require __DIR__ . "/helpers.inc";

$pool = capi_new(["max" => 2], ["destructor" => function (int $id): void { echo "destructor $id\n"; }]);
[$a, $b] = [capi_acquire($pool), capi_acquire($pool)];
capi_release($pool, $b);
capi_close($pool);
capi_close($pool);
say("closed", attempt(fn () => capi_acquire($pool)), capi_living());
say("released", capi_release($pool, $a), capi_living());
echo "done\n";
--EXPECT--
destructor 2
closed: Async\PoolException: Pool is closed | 1
destructor 1
released: true | 0
done

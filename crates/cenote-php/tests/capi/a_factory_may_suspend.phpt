--TEST--
SPEC 31.3, 27.5: a factory in C may wait; only its own coroutine does
--SKIPIF--
<?php require __DIR__ . "/skip.inc"; ?>
--FILE--
<?php
require __DIR__ . "/helpers.inc";

$order = [];
$wait_for_other = function () use (&$order): void {
    while ($order === []) {
        Async\suspend();
    }
};
$pool = capi_new(["max" => 2], ["factory" => $wait_for_other]);
$maker = Async\spawn(function () use ($pool, &$order): void { capi_acquire($pool); $order[] = "made"; });
$other = Async\spawn(function () use (&$order): void { Async\suspend(); $order[] = "other"; });
Async\await($maker);
say("order", $order);
echo "done\n";
--EXPECT--
order: ["other","made"]
done

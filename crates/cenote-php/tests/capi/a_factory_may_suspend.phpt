--TEST--
SPEC 31.3, 27.5: a factory in C may wait; only its own coroutine does
--SKIPIF--
<?php require __DIR__ . "/skip.inc"; ?>
--FILE--
<?php
require __DIR__ . "/helpers.inc";

$pool = capi_new(["max" => 2], ["factory" => function (): void { Async\delay(20); }]);
$order = [];
$maker = Async\spawn(function () use ($pool, &$order): void { capi_acquire($pool); $order[] = "made"; });
$other = Async\spawn(function () use (&$order): void { Async\suspend(); $order[] = "other"; });
Async\await($maker);
say("order", $order);
echo "done\n";
--EXPECT--
order: ["other","made"]
done

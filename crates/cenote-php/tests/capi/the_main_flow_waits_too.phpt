--TEST--
SPEC 31.4, 30.12: an acquire in the main flow waits while coroutines run
--SKIPIF--
<?php require __DIR__ . "/skip.inc"; ?>
--FILE--
<?php
require __DIR__ . "/helpers.inc";

$pool = capi_new(["max" => 1]);
$holder = Async\spawn(function () use ($pool): void { $thing = capi_acquire($pool); Async\delay(5); capi_release($pool, $thing); });
Async\suspend();
say("main", capi_acquire($pool));
echo "done\n";
--EXPECT--
main: 1
done

--TEST--
SPEC 6.2, 31.5: coroutines wait for a C pool in the order in which they came
--SKIPIF--
<?php require __DIR__ . "/skip.inc"; ?>
--FILE--
<?php
require __DIR__ . "/helpers.inc";

$pool = capi_new(["max" => 1]);
$thing = capi_acquire($pool);
$order = [];
foreach (["a", "b", "c"] as $name) {
    $waiters[] = Async\spawn(function () use ($pool, $name, &$order): void { $mine = capi_acquire($pool); $order[] = $name; Async\suspend(); capi_release($pool, $mine); });
}
Async\suspend();
say("waiting", capi_info($pool)["waiting"]);
capi_release($pool, $thing);
array_map(Async\await(...), $waiters);
say("order", $order);
echo "done\n";
--EXPECT--
waiting: 3
order: ["a","b","c"]
done

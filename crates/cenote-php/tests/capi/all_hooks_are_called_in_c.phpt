--TEST--
SPEC 31.5, 3.1: factory, both hooks, health check and destructor of a C pool are called with its things
--SKIPIF--
<?php require __DIR__ . "/skip.inc"; ?>
--FILE--
<?php
require __DIR__ . "/helpers.inc";

$log = [];
$note = function (string $what) use (&$log): Closure {
    return function (int $id) use ($what, &$log): void { $log[] = "$what $id"; };
};
$pool = capi_new(["max" => 1, "healthcheckInterval" => 5], [
    "factory" => $note("factory"), "destructor" => $note("destructor"), "healthcheck" => $note("healthcheck"),
    "beforeAcquire" => $note("beforeAcquire"), "beforeRelease" => $note("beforeRelease"),
]);
$thing = capi_acquire($pool);
capi_release($pool, $thing);
capi_release($pool, capi_acquire($pool));
for ($i = 0; $i < 2000 && !in_array("healthcheck 1", $log); $i++) {
    Async\delay(5);
}
capi_close($pool);
// A check that was about to begin has it until then.
for ($i = 0; $i < 2000 && !in_array("destructor 1", $log); $i++) {
    Async\delay(5);
}
echo implode("\n", array_unique($log)), "\n";
echo "done\n";
--EXPECT--
factory 1
beforeRelease 1
beforeAcquire 1
healthcheck 1
destructor 1
done

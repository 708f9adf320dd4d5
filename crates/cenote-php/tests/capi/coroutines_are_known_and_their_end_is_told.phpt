--TEST--
SPEC 31.4: an extension learns which coroutine runs, and when it ends, before its awaiters go on; a hook may wait
--SKIPIF--
<?php require __DIR__ . "/skip.inc"; ?>
--FILE--
<?php
require __DIR__ . "/helpers.inc";

$main = capi_coroutine_id();
$log = [];
$ids = [];
$coroutine = Async\spawn(function () use (&$log, &$ids): void {
    $ids[] = capi_coroutine_id();
    capi_at_end(function () use (&$log): void { Async\delay(2); $log[] = "end"; });
    capi_at_end(fn () => throw new Exception("lost"));
    $log[] = "body";
});
Async\await($coroutine);
$log[] = "awaiter";
say("log", $log, $ids[0] !== $main, $ids[0] === $coroutine->getId());
echo "done\n";
--EXPECTF--

Warning: cenote: an extension's hook at the end of a coroutine threw Exception: lost in %s on line %d
log: ["body","end","awaiter"] | true | true
done

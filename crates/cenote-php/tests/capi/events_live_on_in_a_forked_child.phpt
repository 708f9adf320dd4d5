--TEST--
SPEC 31.14, 29.6: in a forked child events go on, callbacks and waits of the parent do not
--SKIPIF--
<?php require __DIR__ . "/skip.inc"; function_exists("pcntl_fork") or die("skip needs pcntl"); ?>
--FILE--
<?php
require __DIR__ . "/helpers.inc";
const FREE = 0;
const CLOSED = 1;
const PERIODIC = 1;
const BACKGROUND = 2;

$pool = capi_new(["max" => 1]);
[$free, $timer] = [capi_pool_event($pool, FREE), capi_timer(2)];
$name = "parent";
$told = [];
capi_on($free, function () use (&$told): void { $told[] = "free"; });
$inside = false;
capi_on($timer, function () use (&$told, &$inside): void { $inside = true; Async\delay(300); $told[] = "timer"; });
capi_start($free);
$thing = capi_acquire($pool);
Async\spawn(function () use ($free, &$told): void { capi_wait([$free]); $told[] = "waiter"; });
capi_start($timer);
until(function () use (&$inside): bool { return $inside; });
$child = pcntl_fork();
capi_start($timer);
capi_release($pool, $thing);
until(function () use (&$told, $child): bool { return count($told) === ($child === 0 ? 2 : 3); });
sort($told);
if ($child === 0) {
    // The callback that the parent is in belongs to the parent.
    say("child", $told);
    exit(0);
}
pcntl_waitpid($child, $status);
say("parent", $told);
echo "done\n";
--EXPECT--
child: ["free","timer"]
callbacks that were never freed: 1
parent: ["free","timer","waiter"]
done

--TEST--
SPEC 31.11: what a callback of an event throws is a warning, and the next one is called
--SKIPIF--
<?php require __DIR__ . "/skip.inc"; ?>
--FILE--
<?php
require __DIR__ . "/helpers.inc";
const FREE = 0;
const CLOSED = 1;
const PERIODIC = 1;
const BACKGROUND = 2;

$timer = capi_timer(1);
capi_on($timer, fn () => throw new Exception("lost"));
$next = false;
capi_on($timer, function () use (&$next): void { echo "next\n"; $next = true; });
capi_start($timer);
until(function () use (&$next): bool { return $next; });
$pool = capi_new(["max" => 1], ["destructor" => fn () => throw new Exception("of the destructor")]);
capi_release($pool, capi_acquire($pool));
$closed = capi_pool_event($pool, CLOSED);
capi_on($closed, fn () => throw new Exception("lost too"));
capi_start($closed);
say("close", attempt(fn () => capi_close($pool)));
echo "done\n";
--EXPECTF--
Warning: cenote: an extension's callback of an event threw Exception: lost in %s on line %d
next

Warning: cenote: an extension's callback of an event threw Exception: lost too in %s on line %d
close: Exception: of the destructor
done

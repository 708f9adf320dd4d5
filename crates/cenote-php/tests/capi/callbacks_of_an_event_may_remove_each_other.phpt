--TEST--
SPEC 31.9, 31.11: callbacks run in order, may be removed, added, stopped and disposed of while they run, and their data is freed once, when nothing can call them
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
$over = 0;
capi_on($timer, function () use ($timer): void {
    echo "first\n";
    say("removes itself", capi_off($timer, 1));
    say("and the third", capi_off($timer, 3));
    say("twice", capi_off($timer, 3));
    capi_on($timer, function (): void { echo "late\n"; });
}, true);
capi_on($timer, function () use (&$over): void { echo "second waits\n"; Async\delay(1); echo "second goes on\n"; $over++; });
capi_on($timer, function (): void { echo "never\n"; });
capi_start($timer);
until(function () use (&$over): bool { return $over === 1; });
Async\delay(1);
say("callbacks", capi_living_callbacks());
capi_start($timer);
until(function () use (&$over): bool { return $over === 2; });
Async\delay(1);

echo "-- stopped by a callback\n";
$timer = capi_timer(1);
$stopped = false;
capi_on($timer, function () use ($timer, &$stopped): void { echo "stops\n"; capi_stop($timer); $stopped = true; });
capi_on($timer, function (): void { echo "never\n"; });
capi_start($timer);
until(function () use (&$stopped): bool { return $stopped; });
Async\delay(1);

echo "-- disposed of by a callback\n";
$disposed = capi_timer(1, PERIODIC);
capi_on($disposed, function () use ($disposed): void { echo "disposes\n"; capi_dispose($disposed); echo "goes on\n"; }, true);
capi_on($disposed, function (): void { echo "never\n"; }, true);
capi_start($disposed);
$before = capi_living_callbacks();
until(fn (): bool => capi_living_callbacks() === $before - 2);
say("gone", attempt(fn () => capi_start($disposed)));
echo "done\n";
--EXPECT--
first
removes itself: true
and the third: true
twice: false
callback freed
second waits
second goes on
callbacks: 2
second waits
second goes on
late
-- stopped by a callback
stops
-- disposed of by a callback
disposes
callback freed
goes on
callback freed
gone: Error: there is no test event 2
done

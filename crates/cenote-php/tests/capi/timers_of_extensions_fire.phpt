--TEST--
SPEC 31.12: a timer fires once or at each period, skips what it missed, and does not keep the script alive
--SKIPIF--
<?php require __DIR__ . "/skip.inc"; ?>
--FILE--
<?php
require __DIR__ . "/helpers.inc";
const FREE = 0;
const CLOSED = 1;
const PERIODIC = 1;
const BACKGROUND = 2;

$once = capi_timer(1);
$often = capi_timer(2, PERIODIC);
$count = ["once" => 0, "often" => 0, "slow" => 0];
capi_on($once, function () use (&$count): void { $count["once"]++; });
capi_on($often, function () use (&$count): void { $count["often"]++; });
capi_start($once);
$begin = hrtime(true);
capi_start($often);
until(function () use (&$count): bool { return $count["often"] >= 5; });
say("fired", $count["once"], hrtime(true) - $begin >= 9_000_000);
capi_stop($often);
$before = $count["often"];
Async\delay(5);
say("stopped", $count["often"] - $before);
capi_start($often);
for ($end = hrtime(true) + 20_000_000; hrtime(true) < $end;) {
    // nothing lets it fire
}
$before = $count["often"];
Async\suspend();
Async\suspend();
say("missed ones are skipped", $count["often"] - $before <= 1);
capi_stop($often);
$slow = capi_timer(1, PERIODIC);
$inside = 0;
capi_on($slow, function () use (&$inside, &$count): void { $inside++ === 0 or print("two at once\n"); Async\delay(5); $inside--; $count["slow"]++; });
capi_start($slow);
until(function () use (&$count): bool { return $count["slow"] === 2; });
$last = capi_timer(100000);
capi_on($last, function (): void { echo "never\n"; });
capi_start($last);
echo "done\n";
--EXPECT--
fired: 1 | true
stopped: 0
missed ones are skipped: true
done

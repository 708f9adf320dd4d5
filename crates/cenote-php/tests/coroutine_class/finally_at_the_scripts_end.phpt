--TEST--
SPEC 43.11, 30.8: finally() callbacks run when the script ends by exit(), where they may not wait any more
--FILE--
<?php
use function Async\{current_coroutine, delay, spawn, suspend};

$c = spawn(function () { try { delay(1000); } finally { echo "unwound\n"; } });
$c->finally(function () { echo "first\n"; delay(1); echo "never\n"; });
$c->finally(function () { echo "second\n"; });
spawn(function () { exit(3); });
$new = spawn(fn () => print("never\n"));
$new->finally(function () { echo "of one that never ran\n"; });
current_coroutine()->finally(function () { echo "of the main flow\n"; });
suspend();
?>
--EXPECT--
of one that never ran
of the main flow
unwound
first
second

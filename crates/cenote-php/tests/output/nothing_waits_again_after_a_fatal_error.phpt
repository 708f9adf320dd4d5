--TEST--
SPEC 47.3: functions that wait for what they have started, within() and iterate() among them, do not wait again after a fatal error: it is the only one that is told
--FILE--
<?php
require __DIR__ . '/../coroutine/helpers.inc';
$die = 'Async\delay(1); ini_set("memory_limit", "8M"); str_repeat("x", 100_000_000);';
$ways = [
    'within' => "Async\\within(60_000, function () { Async\\spawn(function () { $die }); Async\\delay(60_000); });",
    'within, in the work itself' => "Async\\within(60_000, function () { $die });",
    'within, in a coroutine' => "Async\\await(Async\\spawn(fn () => Async\\within(60_000, function () { $die })));",
    'iterate' => "Async\\iterate([1, 2, 3], function (\$n) { if (\$n === 2) { $die } Async\\delay(60_000); });",
    'iterate, of what it has spawned' => "Async\\iterate([1], function () { Async\\spawn(function () { $die }); }, cancelPending: false);",
    'a group' => "\$g = new Async\\TaskGroup(1); \$g->spawn(function () { $die }); \$g->spawn(fn () => 1); \$g->close(); \$g->awaitCompletion();",
    'a scope' => "\$s = new Async\\Scope(); \$s->spawn(function () { $die }); \$s->awaitCompletion(Async\\timeout(60_000));",
    'a scope that is cancelled' => "\$s = new Async\\Scope(); \$s->spawn(function () { try { Async\\delay(60_000); } finally { $die } }); Async\\suspend(); \$s->cancel(); \$s->awaitAfterCancellation();",
    'several' => "Async\\await_all((function () { yield Async\\spawn(function () { $die }); Async\\delay(60_000); })());",
];
foreach ($ways as $name => $code) {
    // A scope that is still open has what is known of the end reported once more.
    $open = '$open = new Async\Scope(); $open->finally(fn () => print("open scope\n")); $open->spawn(fn () => Async\delay(60_000));';
    [$exit, $output] = run_php("$open register_shutdown_function(fn () => print(\"shutdown\\n\")); $code");
    preg_match_all('/Fatal error: (?:Uncaught )?([\w\\\\]+ \w+)|^shutdown$|^open scope$/m', $output, $found);
    echo "$name: ", implode(', ', $found[0]), ", exit code $exit\n";
}
?>
--EXPECT--
within: Fatal error: Allowed memory, shutdown, open scope, exit code 255
within, in the work itself: Fatal error: Allowed memory, shutdown, open scope, exit code 255
within, in a coroutine: Fatal error: Allowed memory, shutdown, open scope, exit code 255
iterate: Fatal error: Allowed memory, shutdown, open scope, exit code 255
iterate, of what it has spawned: Fatal error: Allowed memory, shutdown, open scope, exit code 255
a group: Fatal error: Allowed memory, shutdown, open scope, exit code 255
a scope: Fatal error: Allowed memory, shutdown, open scope, exit code 255
a scope that is cancelled: Fatal error: Allowed memory, shutdown, open scope, exit code 255
several: Fatal error: Allowed memory, shutdown, open scope, exit code 255

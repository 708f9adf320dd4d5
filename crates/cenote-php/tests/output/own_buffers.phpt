--TEST--
SPEC 47.1: ob_start() in a coroutine catches its own output only, nested too; all ob_ functions touch its own buffers only; those left open are flushed at its end
--FILE--
<?php
use function Async\{await, delay, spawn, suspend};

echo "-- the specification's\n";
spawn(function () { ob_start(); echo 'in'; delay(1); $s = ob_get_clean(); echo strtoupper($s); });
spawn(fn () => print('out '));
delay(5);
echo "\n-- nested, interleaved\n";
$all = [];
foreach (['a', 'b'] as $name) {
    $all[] = spawn(function () use ($name) {
        ob_start();
        echo "$name outer ";
        suspend();
        ob_start(fn ($text) => "<$text>");
        echo "$name inner";
        suspend();
        ob_end_flush();
        suspend();
        return ob_get_clean() . ' level ' . ob_get_level();
    });
}
foreach ($all as $one) { echo await($one), "\n"; }
echo "-- nothing of another's\n";
$other = spawn(function () { ob_start(); echo 'kept'; delay(5); return ob_get_clean(); });
suspend();
await(spawn(function () {
    echo json_encode([ob_get_level(), ob_get_contents(), ob_get_length(), ob_list_handlers(), ob_get_status()]), "\n";
    foreach (['ob_get_clean', 'ob_get_flush', 'ob_end_clean', 'ob_end_flush', 'ob_clean', 'ob_flush'] as $function) {
        echo $function, ' ', json_encode(@$function()), "\n";
    }
    flush();
    output_reset_rewrite_vars();
}));
echo await($other), "\n";
echo "-- left open\n";
await(spawn(function () { ob_start(fn ($text) => "[$text]"); echo 'outer '; ob_start(fn ($text) => "($text)"); echo 'inner'; }));
echo "\n";
?>
--EXPECT--
-- the specification's
out IN
-- nested, interleaved
a outer <a inner> level 0
b outer <b inner> level 0
-- nothing of another's
[0,false,false,[],[]]
ob_get_clean false
ob_get_flush false
ob_end_clean false
ob_end_flush false
ob_clean false
ob_flush false
kept
-- left open
[outer (inner)]

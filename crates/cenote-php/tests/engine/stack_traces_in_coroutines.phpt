--TEST--
SPEC 30: exceptions and debug_backtrace in a coroutine show its own frames, ending with the coroutine's function
--FILE--
<?php
use function Async\{spawn, await, suspend};

function thrower() { suspend(); throw new RuntimeException('x'); }
function spawner() { return spawn(function () { array_map(fn($x) => thrower(), [1]); }); }
$names = fn(array $trace) => implode(' < ', array_column($trace, 'function'));
try {
    await(spawner());
} catch (RuntimeException $e) {
    echo $names($e->getTrace()), "\n";
    echo str_contains($e->getTraceAsString(), ' spawner(') ? "shows the spawner's frames\n" : "own frames\n";
}
function tracer() { suspend(); return debug_backtrace(); }
echo $names(await(spawn(function () { return tracer(); }))), "\n";
echo $names(await(spawn('tracer'))), "\n";
echo "done\n";
?>
--EXPECTF--
thrower < {closure%S} < array_map < {closure%S}
own frames
tracer < {closure%S}
tracer
done

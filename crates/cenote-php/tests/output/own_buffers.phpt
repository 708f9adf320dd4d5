--TEST--
SPEC 47.1: ob_start() in a coroutine catches its own output only, nested too; all ob_ functions touch its own buffers only; those left open are flushed at its end
--FILE--
<?php
use function Async\{await, delay, spawn, suspend};

echo "-- the specification's\n";
$in = spawn(function () { ob_start(); echo 'in'; delay(1); $s = ob_get_clean(); echo strtoupper($s); });
spawn(fn () => print('out '));
await($in);
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
echo "-- nothing of the buffer that it writes to\n";
ob_start();
echo "page\n";
$part = spawn(function () {
    set_error_handler(function (int $level, string $text): bool { echo "$level $text\n"; return true; });
    $none = [ob_get_level(), ob_get_contents(), ob_get_length(), ob_list_handlers(), ob_get_status(), ob_get_status(true)];
    foreach (['ob_get_clean', 'ob_get_flush', 'ob_end_clean', 'ob_end_flush', 'ob_clean', 'ob_flush'] as $function) {
        echo $function, ' ', json_encode($function()), "\n";
    }
    ob_start(fn (string $text): string => strtoupper($text), 0, PHP_OUTPUT_HANDLER_STDFLAGS);
    echo 'in ';
    ob_start();
    // PHP 8.5 calls the first "{closure:…}".
    $handlers = preg_replace('/^\{closure.*\}$|^Closure::__invoke$/', 'closure', ob_list_handlers());
    $inner = [ob_get_level(), ob_get_contents(), $handlers, array_column(ob_get_status(true), 'level'), ob_get_status()['level']];
    while (ob_get_level()) {
        ob_end_flush();
    }
    suspend();
    try {
        ob_get_level(1);
    } catch (ArgumentCountError $error) {
        echo "\n", $error->getMessage(), "\n";
    }
    return [$none, $inner, ob_get_level()];
});
$results = await($part);
$page = [ob_get_level(), ob_get_clean(), ob_get_level()];
echo json_encode($results), "\n", json_encode(array_slice($page, 0, 1)), $page[1], $page[2], "\n";
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
-- nothing of the buffer that it writes to
[[0,false,false,[],[],[]],[2,"",["closure","default output handler"],[0,1],1],0]
[1]page
ob_get_clean false
ob_get_flush 8 ob_get_flush(): Failed to delete and flush buffer. No buffer to delete or flush
false
ob_end_clean 8 ob_end_clean(): Failed to delete buffer. No buffer to delete
false
ob_end_flush 8 ob_end_flush(): Failed to delete and flush buffer. No buffer to delete or flush
false
ob_clean 8 ob_clean(): Failed to delete buffer. No buffer to delete
false
ob_flush 8 ob_flush(): Failed to flush buffer. No buffer to flush
false
IN 
ob_get_level() expects exactly 0 arguments, 1 given
0
-- left open
[outer (inner)]

--TEST--
SPEC 30.11: a buffer opened in one coroutine takes that coroutine's output alone
--FILE--
<?php
use function Async\{spawn, await, suspend};

$work = function (string $name) {
    $base = ob_get_level();
    ob_start();
    echo "$name-1 ";
    suspend();
    ob_start();
    echo "$name-2 ";
    suspend();
    echo "$name-3 ";
    $levels = ob_get_level() - $base;
    $inner = ob_get_clean();
    suspend();
    echo "$name-4 ";
    $outer = ob_get_clean();
    return "$levels [$outer] [$inner]";
};
$a = spawn($work, 'a');
$b = spawn($work, 'b');
$c = spawn(function () { for ($i = 0; $i < 3; $i++) { echo "plain\n"; suspend(); } });
suspend();
echo "main, level ", ob_get_level(), "\n";
suspend();
echo await($a), "\n", await($b), "\n";
echo "done\n";
?>
--EXPECT--
plain
main, level 0
plain
plain
2 [a-1 a-4 ] [a-2 a-3 ]
2 [b-1 b-4 ] [b-2 b-3 ]
done

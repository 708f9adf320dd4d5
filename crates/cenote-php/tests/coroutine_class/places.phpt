--TEST--
SPEC 43.6: the places of the spawn and of the last wait, also when the coroutine is over; none is [null, 0] and unknown
--FILE--
<?php
use function Async\{await, current_coroutine, spawn, suspend};

function wait_twice() {
    suspend();
    suspend(); // line 6
}
$c = spawn(function () { // line 8
    wait_twice();
    return 1;
});
$show = function (Async\Coroutine $c) {
    [$file, $line] = $c->getSuspendFileAndLine();
    echo basename((string) $file), ' ', $line, ' ', basename($c->getSuspendLocation()), "\n";
};
$show($c);
suspend();
$show($c);
suspend();
$show($c);
await($c);
$show($c);
[$file, $line] = $c->getSpawnFileAndLine();
echo basename($file), ' ', $line, ' ', basename($c->getSpawnLocation()), "\n";
echo json_encode(current_coroutine()->getSpawnFileAndLine()), ' ', current_coroutine()->getSpawnLocation(), "\n";
?>
--EXPECT--
 0 unknown
places.php 5 places.php:5
places.php 6 places.php:6
places.php 6 places.php:6
places.php 8 places.php:8
[null,0] unknown

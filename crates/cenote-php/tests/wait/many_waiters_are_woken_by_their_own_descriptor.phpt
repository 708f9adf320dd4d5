--TEST--
SPEC 30.13: two hundred coroutines that wait on a descriptor each are all woken, each by its own
--FILE--
<?php
use function Async\{await, delay, spawn};

$pairs = $tasks = [];
for ($i = 0; $i < 200; $i++) {
    $pairs[$i] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    $tasks[$i] = spawn(function () use (&$pairs, $i): string {
        for ($all = ''; substr_count($all, ' ') < 2; ) {
            $all .= fread($pairs[$i][0], 100);
        }
        return $all;
    });
}
delay(5);
$order = range(0, 199);
mt_srand(1);
shuffle($order);
foreach ([1, 2] as $part) {
    foreach ($order as $at => $i) {
        fwrite($pairs[$i][1], "$part:$i ");
        if ($at % 20 === 0) {
            delay(1);
        }
    }
    delay(5);
}
$wrong = 0;
foreach ($tasks as $i => $task) {
    $wrong += await($task) === "1:$i 2:$i " ? 0 : 1;
}
echo "$wrong wrong\n";
echo "done\n";
?>
--EXPECT--
0 wrong
done

--TEST--
SPEC 44.13: before the first spawn, with nobody else, with others that only begin to be ready at its end, with a long sleep, or with the threshold off, a long run is not reported
--FILE--
<?php
require __DIR__ . '/block.inc';

use function Async\{await, delay, on_blocking, spawn};

ini_set('cenote.block_threshold_ms', '50');
$what = 'before the first spawn';
on_blocking(function (array $run) use (&$what): void {
    echo "reported: $what: ", json_encode($run), "\n";
});
block(200);
compute(200);
await(spawn(fn () => 1));

$what = 'alone, which wakes the main flow at its end';
await(spawn(function (): void {
    block(200);
    compute(200);
}));

$what = 'spawns at the end';
compute(200);
await(spawn(fn () => 1));

$what = 'sends at the end';
$channel = new Async\Channel;
$receiver = spawn(fn () => $channel->recv());
delay(1);
compute(200);
$channel->send('text');
await($receiver);

$what = 'a sleep that lets others run';
$ticker = spawn(function (): void {
    while (true) {
        delay(5);
    }
});
usleep(300_000);

$what = 'off';
ini_set('cenote.block_threshold_ms', '0');
block(200);
delay(1);
compute(200);
delay(10);
$ticker->cancel();
echo "done\n";
?>
--EXPECT--
done

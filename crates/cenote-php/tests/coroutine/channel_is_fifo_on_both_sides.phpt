--TEST--
SPEC 30: values, waiting receivers and waiting senders are served in order
--FILE--
<?php
use function Async\{spawn, await_all, suspend};

$ch = new Async\Channel;
$log = [];
$all = [];
foreach (['r1', 'r2', 'r3'] as $name) {
    $all[] = spawn(function () use ($name, $ch, &$log) { $log[] = "$name=" . $ch->recv(); });
}
suspend();
foreach ([1, 2, 3] as $v) {
    $ch->send($v);
}
await_all($all);
echo implode(' ', $log), "\n";

$all = [];
foreach ([4, 5, 6] as $v) {
    $all[] = spawn(function () use ($v, $ch) { $ch->send($v); });
}
suspend();
echo $ch->recv(), ' ', $ch->recv(), ' ', $ch->recv(), "\n";
await_all($all);

$buffered = new Async\Channel(1);
$all = [];
foreach ([7, 8, 9] as $v) {
    $all[] = spawn(function () use ($v, $buffered) { $buffered->send($v); });
}
suspend();
echo $buffered->recv(), ' ', $buffered->recv(), ' ', $buffered->recv(), "\n";
await_all($all);
echo "done\n";
?>
--EXPECT--
r1=1 r2=2 r3=3
4 5 6
7 8 9
done

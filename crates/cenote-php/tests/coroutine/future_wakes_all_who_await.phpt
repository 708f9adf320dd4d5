--TEST--
SPEC 30: completing a FutureState wakes everyone who awaits one of its futures, in order
--FILE--
<?php
use function Async\{spawn, await, await_all, suspend};
use Async\{Future, FutureState};

$s = new FutureState;
$one = new Future($s);
$two = new Future($s);
$all = [];
foreach ([$one, $two, $one] as $i => $f) {
    $all[] = spawn(function () use ($i, $f) { echo "$i: " . await($f) . "\n"; });
}
suspend();
$s->complete('value');
echo "nobody has run inside complete()\n";
await_all($all);

$s = new FutureState;
$f = new Future($s);
$all = [];
foreach ([0, 1] as $i) {
    $all[] = spawn(function () use ($i, $f) {
        try {
            await($f);
        } catch (DomainException $e) {
            echo "$i: ", $e->getMessage(), "\n";
        }
    });
}
suspend();
$s->error(new DomainException('failed'));
await_all($all);
echo "done\n";
?>
--EXPECT--
nobody has run inside complete()
0: value
1: value
2: value
0: failed
1: failed
done

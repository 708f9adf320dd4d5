--TEST--
SPEC 34.8: the collector sees what parked and queued coroutines hold, and takes none of it
--FILE--
<?php
use function Async\{spawn, await, suspend};
use Async\{Channel, Future, FutureState};

class Node { public $other; public function __construct(public string $name) {} public function __destruct() { echo "$this->name destroyed\n"; } }
$pair = function (string $name) { $a = new Node("$name 1"); $b = new Node("$name 2"); $a->other = $b; $b->other = $a; return $a; };
$gate = new FutureState;

$parked = spawn(function () use ($pair, $gate) {
    $local = $pair('local');
    await(new Future($gate));
    return $local->other->other->name;
});
$in_fiber = spawn(function () use ($pair, $gate) {
    $f = new Fiber(function () use ($pair, $gate) {
        $local = $pair('fiber');
        await(new Future($gate));
        return $local->other->name;
    });
    $f->start();
    return $f->getReturn();
});
$argument = spawn(function ($x) use ($gate) { await(new Future($gate)); return $x->other->name; }, $pair('argument'));
$ch = new Channel;
spawn(function () use ($ch, $pair) { $ch->send($pair('sent')); });
$generator = spawn(function () use ($pair, $gate) {
    foreach ((function () use ($pair, $gate) { $local = $pair('generator'); await(new Future($gate)); yield $local->other->name; })() as $v) return $v;
});
gc_collect_cycles();
suspend();
for ($i = 0; $i < 3; $i++) {
    gc_collect_cycles();
    suspend();
}
echo "nothing destroyed so far\n";
$gate->complete(null);
$received = $ch->recv();
echo await($parked), ', ', await($in_fiber), ', ', await($argument), ', ', $received->other->name, ', ', await($generator), "\n";
suspend();
unset($received, $parked, $in_fiber, $argument, $generator);
suspend();
gc_collect_cycles();
echo "done\n";
?>
--EXPECTREGEX--
nothing destroyed so far
local 1, fiber 2, argument 2, sent 2, generator 2
((local|fiber|argument|sent|generator) [12] destroyed
){10}done

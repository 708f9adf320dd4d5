--TEST--
SPEC 30.9: coroutines that fail or are cancelled, before or after their start, give everything back
--FILE--
<?php
require __DIR__ . '/helpers.inc';
use function Async\{spawn, await, await_all, suspend, delay, timeout};
use Async\{Channel, Future, FutureState};

$round = function (int $n) {
    for ($i = 0; $i < $n; $i++) {
        $all = [
            spawn(function () { throw new RuntimeException('x'); }),
            $early = spawn(fn() => 1),
            $parked = spawn(fn() => delay(60000)),
            $receiving = spawn(fn() => (new Channel)->recv()),
            $sending = spawn(fn() => (new Channel)->send(str_repeat('x', 100))),
            $future = spawn(fn() => await(new Future(new FutureState))),
            $timed = spawn(fn() => await(new Future(new FutureState), timeout(60000))),
            $caught = spawn(function () { try { delay(60000); } catch (Async\AsyncCancellation) {} }),
        ];
        $early->cancel();
        suspend();
        foreach ([$parked, $receiving, $sending, $future, $timed, $caught] as $c) {
            $c->onFinally(function () use ($c) {});
            $c->cancel();
        }
        await_all($all);
    }
};
$round(100);
gc_collect_cycles();
$memory = memory_get_usage();
$resident = resident_kb();
$round(2000);
gc_collect_cycles();
$grown = memory_get_usage() - $memory;
echo $grown < 65536 ? "PHP memory flat\n" : "PHP memory grew by $grown bytes\n";
$grown = resident_kb() - $resident;
echo $grown < 8192 ? "resident memory flat\n" : "resident memory grew by $grown kB\n";
echo "done\n";
?>
--EXPECT--
PHP memory flat
resident memory flat
done

--TEST--
SPEC 34.8: cycles through Coroutine, Future, FutureState, Channel and onFinally callbacks are collected
--FILE--
<?php
use function Async\{spawn, await, suspend};
use Async\{Channel, Future, FutureState};

$make = [
    'result' => function () { $o = new stdClass; $o->c = spawn(fn() => $o); await($o->c); return $o; },
    'closure' => function () { $o = new stdClass; $c = spawn(function () use ($o) {}); $o->c = $c; await($c); return $o; },
    'exception' => function () {
        $o = new class extends Exception { public $c; };
        $o->c = spawn(function () use ($o) { throw $o; });
        try { await($o->c); } catch (Exception) {}
        return $o;
    },
    'arguments' => function () { $o = new stdClass; $o->c = spawn(fn($x) => 1, $o); await($o->c); return $o; },
    'onFinally' => function () { $o = new stdClass; $o->c = spawn(fn() => 1); $o->c->onFinally(function () use ($o) {}); await($o->c); return $o; },
    'channel' => function () { $o = new stdClass; $o->ch = new Channel(2); $o->ch->send($o); $o->ch->send([$o]); return $o; },
    'future' => function () { $o = new stdClass; $s = new FutureState; $o->f = (new Future($s))->ignore(); $s->complete($o); return $o; },
    'state' => function () { $o = new stdClass; $o->s = new FutureState; $o->s->ignore(); $o->s->complete([[$o]]); return $o; },
    'cancelled unstarted' => function () {
        $o = new stdClass;
        $o->c = spawn(function () use ($o) {});
        $o->c->cancel();
        suspend();
        try { await($o->c); } catch (Async\AsyncCancellation) {}
        return $o;
    },
];
foreach ($make as $name => $f) {
    $o = $f();
    $weak = WeakReference::create($o);
    unset($o);
    gc_collect_cycles();
    echo "$name: ", $weak->get() === null ? 'collected' : 'leaked', "\n";
}
echo "done\n";
?>
--EXPECT--
result: collected
closure: collected
exception: collected
arguments: collected
onFinally: collected
channel: collected
future: collected
state: collected
cancelled unstarted: collected
done

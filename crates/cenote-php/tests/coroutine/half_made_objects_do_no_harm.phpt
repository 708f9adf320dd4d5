--TEST--
SPEC 34.23: an object whose constructor did not run, a clone or an unserialised one crashes nothing
--FILE--
<?php
error_reporting(E_ALL & ~E_WARNING); // states that nobody uses
use Async\{Channel, Future, FutureState};

$quietly = function (callable $f) {
    try {
        return $f();
    } catch (Throwable $e) {
        return $e instanceof Exception || $e instanceof Error ? null : 'strange';
    }
};
foreach ([Channel::class, Future::class, FutureState::class, Async\Coroutine::class] as $class) {
    $length = strlen($class);
    $made = [
        $quietly(fn() => (new ReflectionClass($class))->newInstanceWithoutConstructor()),
        $quietly(fn() => unserialize("O:$length:\"$class\":0:{}")),
        $quietly(fn() => clone new Channel(1)),
        $quietly(fn() => clone new FutureState),
    ];
    foreach (array_filter($made) as $o) {
        $quietly(fn() => Async\await($o));
        $quietly(fn() => $o->close());
        $quietly(fn() => $o->send(1));
        $quietly(fn() => $o->recv());
        $quietly(fn() => $o->complete(1));
        $quietly(fn() => $o->error(new Exception));
        $quietly(fn() => $o->cancel());
        $quietly(fn() => $o->getResult());
        $quietly(fn() => Async\await_all([$o]));
        $quietly(fn() => Async\await(new Future($o)));
    }
    gc_collect_cycles();
}
$ch = new Channel(1);
$quietly(fn() => $ch->__construct(2)); // twice
$ch->send(1);
var_dump($ch->recv());
$s = new FutureState;
$f = new Future($s);
$quietly(fn() => $f->__construct(new FutureState));
$s->complete(1);
echo "done\n";
?>
--EXPECT--
int(1)
done

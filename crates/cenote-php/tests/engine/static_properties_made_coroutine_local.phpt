--TEST--
SPEC 30.17: static properties that are made coroutine-local have a value of their own in each coroutine, which begins as its spawner's
--FILE--
<?php
require __DIR__ . '/../pool/helpers.inc';

use function Async\{await, await_all_or_fail, make_coroutine_local, spawn, suspend};

trait Guarded
{
    protected static bool $unguarded = false;

    public static function unguarded(Closure $body): mixed
    {
        static::$unguarded = true;
        try {
            return $body();
        } finally {
            static::$unguarded = false;
        }
    }

    public static function is(): bool { return static::$unguarded; }
}

abstract class Model
{
    use Guarded;

    public static ?object $events = null;
    public static array $ignored = [];
    public static int $count = 0;
    public static string|int $shared = 'for all';
}

final class Post extends Model
{
}

/** Tells when it goes. */
final class Events
{
    public function __construct(public string $name) {}

    public function __destruct() { line('gone:', $this->name, Model::$events?->name, count(Model::$ignored)); }
}

make_coroutine_local(Model::class, 'unguarded', 'events', 'ignored', 'count');
make_coroutine_local(Post::class, 'unguarded');

line('overlapping');
$both = fn () => Post::unguarded(function () { suspend(); suspend(); return Post::is(); });
$other = function () { $seen = [Post::is()]; suspend(); $seen[] = Model::is(); return $seen; };
line(await_all_or_fail([spawn($both), spawn($other), spawn($both), spawn($other)]), Post::is());

line('by reference, in place, by a class below');
$in_place = function (string $name) {
    $list = &Post::$ignored;
    $list[] = $name;
    suspend();
    Model::$ignored['again'] = $name;
    Model::$count += strlen($name);
    suspend();
    $list[] = Post::$count;
    return Model::$ignored;
};
line(await_all_or_fail([spawn($in_place, 'a'), spawn($in_place, 'bb')]), Model::$ignored, Model::$count);

line('inherited');
Model::$events = new Events('main');
Model::$count = 5;
$deep = fn () => [Model::$events?->name, Model::$count, Model::$shared];
await(spawn(function () use ($deep) {
    Model::$count++;
    Model::$shared = 'changed for all';
    $child = spawn($deep);
    Model::$count = 100;
    line(await($child), $deep());
}));
line($deep());

line('gone with the coroutine');
await(spawn(function () {
    Model::$events = new Events('of a coroutine');
    Model::$ignored = [new Events('in a list')];
    suspend();
}));
line('cancelled before its start');
$never = spawn(fn () => line('never'));
Model::$events = null;
$never->cancel();
suspend();
unset($never);
line('after', Model::$events);

line('in a Fiber, a generator, a callback of a pool');
await(spawn(function () {
    Model::$count = 7;
    $fiber = new Fiber(function () { suspend(); return ++Model::$count; });
    $fiber->start();
    $pool = new Async\Pool(function () { suspend(); Model::$count *= 2; return new stdClass(); });
    $pool->release($pool->acquire());
    line($fiber->getReturn(), Model::$count, array_sum(iterator_to_array((function () { suspend(); yield Model::$count; })())));
}));
line(Model::$count);

line('while somebody waits already');
final class Late { public static int $n = 1; }
$waiting = spawn(function () { Late::$n = 2; suspend(); $then = Late::$n; Late::$n = 3; suspend(); return [$then, Late::$n]; });
suspend();
make_coroutine_local('late', 'n', 'n');
Late::$n = 10;
line(await($waiting), Late::$n);

foreach ([['Nothing', 'n'], [Late::class, 'm'], [Late::class, ''], [ArrayObject::class, 'x'], [Events::class, 'name'], [Late::class], [Late::class, []]] as $arguments) {
    try {
        make_coroutine_local(...$arguments);
    } catch (Throwable $refusal) {
        line(get_class($refusal), $refusal->getMessage());
    }
}

line('without a value yet');
final class Typed { public static int $unset; }
make_coroutine_local(Typed::class, 'unset');
$use = function (int $n) {
    try {
        $seen = Typed::$unset;
    } catch (Error $error) {
        $seen = $error->getMessage();
    }
    Typed::$unset = $n;
    suspend();
    return [$seen, Typed::$unset];
};
line(await_all_or_fail([spawn($use, 1), spawn($use, 2)]));

line('a reference outlives the coroutine, without the type');
$kept = await(spawn(function () {
    Model::$count = 1;
    $count = &Model::$count;
    $list = &Post::$ignored;
    return new class($count, $list) {
        public $count;
        public $list;
        public function __construct(&$count, &$list) { $this->count = &$count; $this->list = &$list; }
    };
}));
$kept->count = 'text';
$kept->list = 'text';
line($kept->count, $kept->list, is_int(Model::$count), is_array(Model::$ignored));
finish();
--EXPECT--
overlapping
[true, [false, false], true, [false, false]] false
by reference, in place, by a class below
[[a, a, 1], [bb, bb, 2]] [] 0
inherited
[main, 6, changed for all] [main, 100, changed for all]
[main, 5, changed for all]
gone with the coroutine
gone: of a coroutine null 0
gone: in a list null 0
cancelled before its start
gone: main null 0
after null
in a Fiber, a generator, a callback of a pool
8 16 16
5
while somebody waits already
[2, 3] 10
ValueError Async\make_coroutine_local(): Argument #1 ($class) must be the name of a class
ValueError Async\make_coroutine_local(): Argument #2 must name a static property of the script's class Late; m is none
ValueError Async\make_coroutine_local(): Argument #2 must name a static property of the script's class Late;  is none
ValueError Async\make_coroutine_local(): Argument #2 must name a static property of the script's class ArrayObject; x is none
ValueError Async\make_coroutine_local(): Argument #2 must name a static property of the script's class Events; name is none
ArgumentCountError Async\make_coroutine_local() expects at least 2 arguments, 1 given
TypeError Async\make_coroutine_local(): Argument #2 must be of type string, array given
without a value yet
[[Typed static property Typed::$unset must not be accessed before initialization, 1], [Typed static property Typed::$unset must not be accessed before initialization, 2]]
a reference outlives the coroutine, without the type
text text true true
done

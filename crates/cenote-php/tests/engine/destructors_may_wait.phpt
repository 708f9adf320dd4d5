--TEST--
SPEC 30.12: from PHP 8.4 on a destructor may wait, in a coroutine and in the main flow; others run meanwhile
--SKIPIF--
<?php if (PHP_VERSION_ID < 80400) die('skip destructors may switch from PHP 8.4 on'); ?>
--FILE--
<?php
use function Async\{spawn, await, suspend, delay};
use Async\{Channel, Future, FutureState};

class Waits
{
    public function __construct(private string $name, private Closure $f) {}
    public function __destruct()
    {
        echo "$this->name: begins\n";
        $result = ($this->f)();
        echo "$this->name: $result\n";
    }
}
function others(): void
{
    spawn(function () { echo "another one\n"; });
}
$state = new FutureState;
$channel = new Channel;
$cases = [
    'await' => function () use ($state) { spawn(fn() => $state->complete('completed')); return await(new Future($state)); },
    'recv' => function () use ($channel) { spawn(fn() => $channel->send('sent')); return $channel->recv(); },
    'delay' => function () { others(); delay(1); return 'slept'; },
    'suspend' => function () { others(); suspend(); return 'went on'; },
];
foreach ($cases as $name => $f) {
    new Waits($name, $f);
}
$state = new FutureState;
$cases['await'] = function () use ($state) { spawn(fn() => $state->complete('completed')); return await(new Future($state)); };
await(spawn(function () use ($cases) {
    foreach ($cases as $name => $f) {
        new Waits("coroutine, $name", $f);
    }
}));
echo "done\n";
?>
--EXPECT--
await: begins
await: completed
recv: begins
recv: sent
delay: begins
another one
delay: slept
suspend: begins
another one
suspend: went on
coroutine, await: begins
coroutine, await: completed
coroutine, recv: begins
coroutine, recv: sent
coroutine, delay: begins
another one
coroutine, delay: slept
coroutine, suspend: begins
another one
coroutine, suspend: went on
done

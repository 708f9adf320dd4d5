--TEST--
SPEC 30.12: in a destructor waiting for others is refused at once with a reason; what needs no wait works
--FILE--
<?php
use function Async\{spawn, await, suspend, delay};
use Async\{Channel, Future, FutureState};

class Waits
{
    public function __construct(private string $name, private Closure $f) {}
    public function __destruct()
    {
        try {
            $r = ($this->f)();
            echo "$this->name: ", json_encode($r), "\n";
        } catch (Throwable $e) {
            echo "$this->name: refused, ", strlen($e->getMessage()) > 10 ? 'with a reason' : 'without a reason', "\n";
        }
    }
}
$finished = spawn(fn() => 'finished');
await($finished);
$ch = new Channel(1);
$keep = new FutureState;
$cases = [
    'await unfinished' => fn() => await(new Future($keep)),
    'await finished' => fn() => await($finished),
    'recv of nothing' => fn() => $ch->recv(),
    'send with room' => fn() => $ch->send('x'),
    'recv of a value' => fn() => $ch->recv(),
    'rendezvous' => fn() => (new Channel)->send('x'),
    'spawn' => fn() => get_class(spawn(function () { echo "spawned in a destructor\n"; })),
];
foreach ($cases as $name => $f) {
    $o = new Waits($name, $f);
    unset($o);
}
suspend();
await(spawn(function () use ($keep) {
    $o = new Waits('in a coroutine', fn() => await(new Future($keep)));
    unset($o);
    suspend();
    echo "goes on\n";
}));
echo "done\n";
?>
--EXPECT--
await unfinished: refused, with a reason
await finished: "finished"
recv of nothing: refused, with a reason
send with room: null
recv of a value: "x"
rendezvous: refused, with a reason
spawn: "Async\\Coroutine"
spawned in a destructor
in a coroutine: refused, with a reason
goes on
done
--SKIPIF--
<?php if (PHP_VERSION_ID >= 80400) die('skip destructors may switch from PHP 8.4 on'); ?>

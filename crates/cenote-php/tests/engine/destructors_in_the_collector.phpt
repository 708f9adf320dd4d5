--TEST--
SPEC 47.7: a destructor that the collector runs waits from PHP 8.4 on, in a coroutine, the main flow and a Fiber, cancelled or not, while others make garbage; before, what would have to wait throws
--FILE--
<?php
use function Async\{await, delay, spawn, suspend};
use Async\{Future, FutureState};

final class Cycle
{
    public $self;
    public static array $said = [];
    public function __construct(private ?FutureState $state) { $this->self = $this; }
    public function __destruct()
    {
        try {
            self::$said[] = await(new Future($this->state));
        } catch (Throwable $e) {
            self::$said[] = str_starts_with($e->getMessage(), 'Cannot wait here') ? 'refused' : $e->getMessage();
        }
    }
}
// What holds before PHP 8.4, and from then on.
$expect = function (string $title, string $before, string $since): void {
    $said = implode(', ', Cycle::$said);
    Cycle::$said = [];
    echo "$title: ", $said === (PHP_VERSION_ID < 80400 ? $before : $since) ? 'as specified' : $said, "\n";
};
$collect = function (): void {
    $state = new FutureState();
    spawn(fn () => $state->isCompleted() || $state->complete('waited'));
    new Cycle($state);
    new Cycle($state);
    gc_collect_cycles();
};

$collect();
$expect('main flow', 'refused, refused', 'waited, waited');
suspend();
await(spawn($collect));
$expect('coroutine', 'refused, refused', 'waited, waited');
(new Fiber($collect))->start();
$expect('Fiber', 'refused, refused', 'waited, waited');
suspend();

$never = (new FutureState());
$never->ignore();
$c = spawn(function () use ($never) {
    new Cycle($never);
    gc_collect_cycles();
    Cycle::$said[] = 'goes on';
});
suspend();
$c->cancel();
await($c);
$expect('cancelled', 'refused, goes on', 'Coroutine cancelled, goes on');

// While one waits inside the collector, others make garbage; a second collection does not begin.
$gate = new FutureState();
$inside = spawn(function () use ($gate) {
    new Cycle($gate);
    gc_collect_cycles();
});
$others = spawn(function () use ($gate) {
    for ($i = 0; $i < 20_000; $i++) {
        $knot = new stdClass();
        $knot->self = $knot;
        $i % 1000 || suspend();
    }
    $collected = gc_collect_cycles() > 0 ? 'collected' : 'none collected';
    $gate->complete('waited');
    return $collected;
});
Cycle::$said[] = await($others);
await($inside);
unset($others, $inside);
$expect('garbage meanwhile', 'refused, collected', 'waited, none collected');
spawn(fn () => new Cycle($gate));
suspend();
Cycle::$said[] = gc_collect_cycles() > 0 ? 'collected' : 'none collected';
$expect('afterwards', 'waited, collected', 'waited, collected');

// The script ends while one waits.
$ended = false;
register_shutdown_function(function () use (&$ended) { echo $ended ? "unwound\n" : "left where it was\n"; });
spawn(function () use ($never, &$ended) {
    new Cycle($never);
    try { gc_collect_cycles(); } finally { $ended = true; }
});
suspend();
echo "done\n";
exit;
?>
--EXPECT--
main flow: as specified
coroutine: as specified
Fiber: as specified
cancelled: as specified
garbage meanwhile: as specified
afterwards: as specified
done
unwound

--TEST--
SPEC 46.11, 46.12, 46.13, 46.14: an event loop on Fibers: as on stock without coroutines; coroutines run while it polls; it is the resumer, so a wait in a callback holds it up, but no coroutine
--FILE--
<?php
use function Async\{spawn, await, suspend, delay, current_coroutine};

/** A loop as Revolt's: it resumes Fibers when their descriptors are ready, and runs callbacks in one that is used again. */
final class Loop
{
    private array $readers = [];
    private array $callbacks = [];
    private ?Fiber $worker = null;
    private bool $runs = false;
    public array $log = [];

    public function defer(Closure $callback): void { $this->callbacks[] = $callback; }
    public function read($stream): string
    {
        $this->readers[] = [$stream, Fiber::getCurrent()];
        Fiber::suspend();
        return fread($stream, 100);
    }
    public function run(): void
    {
        $this->runs && throw new Error('The event loop is already running');
        $this->runs = true;
        while ($this->callbacks || $this->readers) {
            foreach (array_splice($this->callbacks, 0) as $callback) {
                if ($this->worker === null || !$this->worker->isSuspended()) {
                    $this->worker = new Fiber(function () { $work = Fiber::suspend(); while (true) { $work(); $work = Fiber::suspend('idle'); } });
                    $this->worker->start();
                }
                $worker = $this->worker;
                if ($worker->resume($callback) !== 'idle') { $this->worker = null; }
            }
            $read = array_column($this->readers, 0);
            $none = null;
            if ($read && stream_select($read, $none, $none, 1)) {
                foreach ($this->readers as $key => [$stream, $fiber]) {
                    if (in_array($stream, $read, true)) { unset($this->readers[$key]); $fiber->resume(); }
                }
            }
        }
        $this->runs = false;
    }
}
$pairs = fn(int $n) => array_map(fn() => stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0), range(1, $n));

echo "-- no coroutine\n";
$loop = new Loop;
[$a, $b] = $pairs(2);
foreach ([$a, $b] as $n => $pair) {
    $loop->defer(function () use ($loop, $pair, $n) { echo "$n waits\n"; echo "$n has " . $loop->read($pair[0]) . "\n"; });
}
$loop->defer(function () use ($a, $b) { fwrite($b[1], 'second'); fwrite($a[1], 'first'); });
$loop->run();

echo "-- coroutines run while it polls\n";
$loop = new Loop;
[$a] = $pairs(1);
$writer = spawn(function () use ($a) { delay(5); fwrite($a[1], 'from a coroutine'); });
$loop->defer(function () use ($loop, $a) { echo $loop->read($a[0]), "\n"; });
$loop->run();

echo "-- a wait in a callback holds up the loop, and no coroutine\n";
$loop = new Loop;
$order = [];
foreach ([1, 2] as $n) {
    $loop->defer(function () use ($n, &$order) { $order[] = "begins $n"; delay(20); $order[] = "ends $n"; });
}
spawn(function () use (&$order) { delay(10); $order[] = 'coroutine'; });
$loop->run();
echo implode(', ', $order), "\n";

echo "-- in a second coroutine\n";
$loop = new Loop;
[$a] = $pairs(1);
$loop->defer(function () use ($loop, $a) { $loop->read($a[0]); });
$c = spawn(fn() => $loop->run());
delay(2);
try { $loop->run(); } catch (Error $e) { echo $e->getMessage(), "\n"; }
fwrite($a[1], 'x');
await($c);

echo "-- one Fiber for several callbacks is one identity\n";
$loop = new Loop;
$ids = [];
for ($n = 0; $n < 3; $n++) { $loop->defer(function () use (&$ids) { $ids[] = current_coroutine()->getId(); }); }
$loop->run();
var_dump(count(array_unique($ids)), $ids[0] === current_coroutine()->getId());
echo "done\n";
?>
--EXPECT--
-- no coroutine
0 waits
1 waits
0 has first
1 has second
-- coroutines run while it polls
from a coroutine
-- a wait in a callback holds up the loop, and no coroutine
begins 1, coroutine, ends 1, begins 2, ends 2
-- in a second coroutine
The event loop is already running
-- one Fiber for several callbacks is one identity
int(1)
bool(false)
done

--TEST--
SPEC 30.6, 7.3: a DeadlockError lists who waits for which pool, and each pool's figures as a timeout gives them
--INI--
cenote.leak_threshold_ms=1
--FILE--
<?php set_exception_handler(fn ($e) => print(get_class($e) . "\n"));
use function Async\{await, spawn, suspend};

$said = fn (string $text): string => preg_replace('/hold=\d+/', 'hold=n', str_replace(__FILE__, 'here', $text)) . "\n";
$two = new Async\Pool(fn () => new stdClass, min: 1, max: 2);
$tries = 0;
$one = new Async\Pool(function () use (&$tries) {
    return $tries++ === 0 ? throw new LogicException('refused') : new stdClass;
}, max: 1);
try {
    $one->acquire();
} catch (LogicException) {
}
$own = $one->acquire();                       // line 14
$held = [$two->acquire(), $two->acquire()];   // line 15
spawn(fn () => $one->acquire());              // line 16
spawn(fn () => $two->acquire());              // line 17
spawn(fn () => (new Async\Channel)->recv());  // line 18
try {
    $two->acquire();                          // line 20
} catch (Async\AsyncCancellation $e) {
    echo $said(preg_replace('/#\d+/', '#n', $e->getPrevious()->getMessage()));
}
try {
    $one->acquire(1);
} catch (Async\TimeoutException $e) {
    echo $said($e->getMessage());
}
echo "done\n";
?>
--EXPECT--
Deadlock detected: no active coroutines, 4 coroutines in waiting
  the main flow, waiting at here:20 for (1)
  coroutine #n spawned at here:16, waiting at here:16 for (2)
  coroutine #n spawned at here:17, waiting at here:17 for (1)
  coroutine #n spawned at here:18, waiting at here:18
  (1) pool with max=2 active=2 idle=0 creating=0 waiting=2 breaker=ACTIVE longest hold=n ms; the longest hold was taken at here:15
  (2) pool with max=1 active=1 idle=0 creating=0 waiting=1 breaker=ACTIVE longest hold=n ms; last factory error: LogicException: refused; the longest hold was taken at here:14
No resource within 1 ms: max=1 active=1 idle=0 creating=0 waiting=1 breaker=ACTIVE longest hold=n ms; last factory error: LogicException: refused; the longest hold was taken at here:14
done
Async\DeadlockError

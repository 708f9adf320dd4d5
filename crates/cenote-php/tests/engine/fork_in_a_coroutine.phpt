--TEST--
SPEC 29.7: after a fork in a coroutine only that coroutine survives in the child; the others, main included, run no code there
--FILE--
<?php
use function Async\{spawn, await, suspend, delay};

class Noisy { public function __construct(private int $pid) {} public function __destruct() { if (getmypid() !== $this->pid) echo "destructor of another in the child\n"; } }
$me = getmypid();
$hasEnded = false;
$other = spawn(function () use ($me, &$hasEnded) {
    $n = new Noisy($me);
    try {
        do {
            delay(5);
        } while (!$hasEnded);
        echo getmypid() === $me ? "other: parent\n" : "other: child\n";
    } finally {
        if (getmypid() !== $me) {
            echo "finally in the child\n";
        }
    }
});
$forker = spawn(function () use (&$hasEnded) {
    suspend();
    $pid = pcntl_fork();
    if ($pid === 0) {
        suspend();
        delay(5);
        echo "child: ", Async\await(Async\spawn(function () { delay(1); return 'new coroutines work'; })), "\n";
        echo "child: ", count(Async\coroutines()), " alive\n";
        return;
    }
    pcntl_waitpid($pid, $status);
    $hasEnded = true;
    echo "child ended with ", pcntl_wexitstatus($status), "\n";
});
await($forker);
await($other);
echo getmypid() === $me ? "main: parent\n" : "main: child\n";
echo "done\n";
?>
--EXPECT--
child: new coroutines work
child: 1 alive
child ended with 0
other: parent
main: parent
done

--TEST--
SPEC 30.14: while the handler of a signal waits for input, more signals of its kind keep nobody from going on
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
use function Async\{await, spawn};

/** Readable only from outside, as whatever waits for a server: no timer and no other coroutine wakes anybody. */
function input(float $after, string $what) {
    return popen("sleep $after; echo $what", 'r');
}

pcntl_async_signals(true);
$handled = 0;
pcntl_signal(SIGUSR1, function () use (&$handled): void {
    $begin = hrtime(true);
    $read = fgets(input(0.1, 'for the handler'));
    $handled++;
    echo trim($read), hrtime(true) - $begin < 5e9 ? '' : ' late', "\n";
});
$me = getmypid();
$sender = popen("sleep 0.05; kill -USR1 $me; sleep 0.05; kill -USR1 $me; sleep 0.05; kill -USR1 $me", 'r');
$job = spawn(fn () => fgets(input(0.5, 'for the coroutine')));
echo trim(await($job)), "\n";
pclose($sender);
while ($handled < 3) {
    fgets(input(0.05, 'x'));
}
echo "done\n";
?>
--EXPECT--
for the handler
for the handler
for the handler
for the coroutine
done

--TEST--
SPEC 30.13: flock() waits without stopping others, and gets the lock when it is free
--DESCRIPTION--
waits: `flock` | lets others run | yes
--FILE--
<?php
use function Async\{await, delay, spawn};

$path = sys_get_temp_dir() . '/cenote-' . getmypid() . '-lock';
$held = fopen($path, 'c');
flock($held, LOCK_EX);
$waiter = spawn(function () use ($path): void {
    echo flock(fopen($path, 'c'), LOCK_EX) ? "locked\n" : "not locked\n";
});
delay(20);
echo $waiter->isCompleted() ? "too early\n" : "waits\n";
flock($held, LOCK_UN);
await($waiter);
unlink($path);
echo "done\n";
?>
--EXPECT--
waits
locked
done

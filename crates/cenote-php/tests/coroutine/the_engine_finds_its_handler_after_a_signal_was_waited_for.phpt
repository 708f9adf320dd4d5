--TEST--
SPEC 44.6: after a signal that a Future has waited for, the engine finds its own handler where it has set it
--EXTENSIONS--
posix
--INI--
zend.signal_check=1
--FILE--
<?php
use function Async\{await, delay, signal, spawn};

$waiter = spawn(fn() => await(signal(Async\Signal::SIGUSR1)));
delay(1);
posix_kill(posix_getpid(), Async\Signal::SIGUSR1->value);
var_dump(await($waiter));
?>
--EXPECT--
enum(Async\Signal::SIGUSR1)

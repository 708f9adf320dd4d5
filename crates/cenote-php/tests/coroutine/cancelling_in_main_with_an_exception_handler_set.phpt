--TEST--
SPEC 30.5: an exception that is made in the main flow to cancel a coroutine is not taken for uncaught: the others are awaited at the end
--FILE--
<?php
set_exception_handler(fn ($e) => print("handler\n"));
$c = Async\spawn(fn () => Async\delay(60000));
Async\suspend();
Async\spawn(function () { Async\delay(5); echo "awaited\n"; });
$c->cancel();
?>
--EXPECT--
awaited

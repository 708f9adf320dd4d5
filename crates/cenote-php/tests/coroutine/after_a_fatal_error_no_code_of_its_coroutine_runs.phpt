--TEST--
SPEC 30.8: after a fatal error in the report of an onFinally callback the callback of an output buffer does not run, and what the buffer holds is printed
--INI--
cenote.unhandled=report
--FILE--
<?php
error_reporting(E_ALL & ~E_DEPRECATED); // PHP 8.4 deprecates E_USER_ERROR
set_exception_handler(function () { trigger_error('fatal', E_USER_ERROR); });
class Holder { public $coroutine; }
$kept = [];
for ($i = 0; $i < 5; $i++) {
    $holder = new Holder;
    $holder->coroutine = Async\spawn(fn() => 1);
    $kept[] = $holder;
}
unset($holder);
Async\delay(1);
register_shutdown_function(function () { echo "shutdown\n"; });
$c = Async\spawn(fn () => 1);
$c->onFinally(function () use (&$kept) {
    ob_start(function ($text) use (&$kept) {
        foreach ($kept as $one) { $copy = $one; unset($copy); }
        unset($one);
        gc_collect_cycles();
        return "$text: the callback ran\n";
    });
    echo "held\n";
    throw new Exception('a');
});
Async\await($c);
Async\delay(1);
echo "not reached\n";
?>
--EXPECTF--
held

Fatal error: fatal in %s on line 3
shutdown

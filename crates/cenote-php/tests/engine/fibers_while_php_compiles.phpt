--TEST--
SPEC 30.10, 30.12: a Fiber is not suspended while PHP compiles for it, once there are coroutines; one that is started there may be; a compilation that a fatal error ends leaves nothing behind
--FILE--
<?php
use function Async\{spawn, await, delay, suspend};

$n = 0;
$compile = function () use (&$n) { $name = 'f' . $n++; return eval("function $name(\$a = 1, \$b) {} return 'compiled';"); };

// Before the first coroutine as on stock PHP; and a Fiber that stays there is in nobody's way.
set_error_handler(function () { Fiber::suspend('in the middle'); return true; });
$left = new Fiber($compile);
echo $left->start(), "\n";

spawn(fn() => 1);
suspend();
echo "waited\n";
set_error_handler(function () { 
    try { Fiber::suspend(); } catch (FiberError $e) { echo $e->getMessage(), "\n"; }
    return true;
});
$fiber = new Fiber($compile);
$fiber->start();
echo $fiber->getReturn(), "\n";

set_error_handler(function () { 
    $inner = new Fiber(function () { Fiber::suspend('inner'); });
    echo $inner->start(), "\n";
    try { suspend(); echo "not refused\n"; } catch (Error) { echo "refused\n"; }
    $inner->resume();
    return true;
});
echo $compile(), "\n";
suspend();
echo "waited\n";

register_shutdown_function(function () {
    register_shutdown_function(function () {
        echo await(spawn(function () { delay(1); return "after the fatal error\n"; }));
    });
});
eval('class Twice {} class Twice {}');
?>
--EXPECTF--
in the middle
waited
Cannot suspend a Fiber while PHP is compiling, scanning an ini file or a source, packing the session, or inside array_multisort(), mb_ereg_replace_callback(), DOMDocument::save(), XSLTProcessor::importStylesheet() or Phar::buildFromIterator(), once there are coroutines: it cannot do that for two of them at once. Suspend after it
compiled
inner
refused
compiled
waited

Fatal error: Cannot %s class Twice%s in %s on line 1
after the fatal error

--TEST--
SPEC 46.6: Fiber::suspend() directly in a coroutine is a FiberError, also if the spawner runs in a Fiber
--FILE--
<?php
use function Async\{spawn, await, suspend};

$try = function () {
    try {
        Fiber::suspend(1);
        return 'suspended';
    } catch (FiberError $e) {
        return 'FiberError, current ' . var_export(Fiber::getCurrent(), true);
    }
};
echo await(spawn($try)), "\n";
$fiber = new Fiber(function () use ($try) {
    echo await(spawn($try)), "\n";
    Fiber::suspend('still a fiber');
});
echo $fiber->start(), "\n";
$fiber->resume();
echo $try(), "\n";
echo "done\n";
?>
--EXPECT--
FiberError, current NULL
FiberError, current NULL
still a fiber
FiberError, current NULL
done

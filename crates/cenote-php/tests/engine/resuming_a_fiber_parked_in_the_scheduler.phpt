--TEST--
SPEC 46.6: resuming or throwing into a Fiber that is parked in the scheduler is a FiberError
--FILE--
<?php
use function Async\{spawn, await, suspend};
use Async\{Future, FutureState};

$state = new FutureState;
$fiber = new Fiber(function () use ($state) { return await(new Future($state)); });
$c = spawn(function () use ($fiber) {
    $fiber->start();
    return $fiber->getReturn();
});
suspend();
foreach ([fn() => $fiber->resume(1), fn() => $fiber->throw(new Exception), fn() => $fiber->start()] as $f) {
    try {
        $f();
        echo "no error\n";
    } catch (FiberError $e) {
        echo "FiberError\n";
    }
    await(spawn(function () use ($f) {
        try {
            $f();
            echo "no error\n";
        } catch (FiberError $e) {
            echo "FiberError\n";
        }
    }));
}
$state->complete('from the scheduler');
var_dump(await($c));
echo "done\n";
?>
--EXPECT--
FiberError
FiberError
FiberError
FiberError
FiberError
FiberError
string(18) "from the scheduler"
done

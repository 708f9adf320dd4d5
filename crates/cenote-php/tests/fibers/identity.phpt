--TEST--
SPEC 46.1: each started Fiber is a coroutine of its own, with an id, a state, a trace and a result
--FILE--
<?php
use function Async\{spawn, await, suspend, current_coroutine, coroutines, get_coroutines};
require __DIR__ . '/../coroutine/helpers.inc';

$main = current_coroutine();
$fiber = new Fiber(function (int $x) use (&$fiber) {
    $me = current_coroutine();
    var_dump($me === $fiber->getCoroutine(), $me->isRunning(), $me->isStarted(), $me->isSuspended(), $me->isCompleted());
    $y = Fiber::suspend($x + 1);
    var_dump(current_coroutine() === $me);
    return [$x, $y];
});
var_dump($fiber->getCoroutine());
var_dump($fiber->start(1));
$c = $fiber->getCoroutine();
echo "suspended\n";
var_dump($c instanceof Async\Coroutine, $c === $main, $c->getId() !== $main->getId(), current_coroutine() === $main);
var_dump($c->isStarted(), $c->isRunning(), $c->isSuspended(), $c->isCompleted(), $c->getResult());
var_dump(in_array($c, coroutines(), true) && in_array($c, get_coroutines(), true), in_array($main, coroutines(), true));
echo basename($c->getSpawnLocation()), ' ', $c->getTrace()[0]['function'], ' ', $c->getTrace()[0]['line'], "\n";
$fiber->resume(2);
echo "returned\n";
var_dump($c->isStarted(), $c->isRunning(), $c->isSuspended(), $c->isCompleted(), $c->isCancelled(), $c->getTrace());
echo json_encode($c->getResult()), json_encode(await($c)), json_encode($fiber->getReturn()), "\n";
var_dump($fiber->getCoroutine() === $c, in_array($c, coroutines(), true) || in_array($c, get_coroutines(), true));

echo "in a coroutine, and in one another\n";
$coroutine = spawn(function () {
    $ids = [current_coroutine()->getId()];
    $outer = new Fiber(function () use (&$ids) {
        $ids[] = current_coroutine()->getId();
        $inner = new Fiber(function () use (&$ids) { $ids[] = current_coroutine()->getId(); suspend(); $ids[] = current_coroutine()->getId(); });
        $inner->start();
        $ids[] = current_coroutine()->getId();
    });
    $outer->start();
    $ids[] = current_coroutine()->getId();
    return $ids;
});
[$a, $b, $c, $d, $e, $f] = await($coroutine);
var_dump($a === $coroutine->getId(), $a === $f, $b === $e, $c === $d, count(array_unique([$a, $b, $c])));

echo "one that cannot start\n";
$twice = new Fiber(fn() => Fiber::suspend());
$twice->start();
$known = $twice->getCoroutine();
try { $twice->start(); } catch (FiberError $error) { echo $error->getMessage(), "\n"; }
var_dump($known === $twice->getCoroutine());
echo "done\n";
?>
--EXPECT--
NULL
bool(true)
bool(true)
bool(true)
bool(false)
bool(false)
int(2)
suspended
bool(true)
bool(false)
bool(true)
bool(true)
bool(true)
bool(false)
bool(true)
bool(false)
NULL
bool(true)
bool(true)
identity.php:14 suspend 9
bool(true)
returned
bool(true)
bool(false)
bool(false)
bool(true)
bool(false)
NULL
[1,2][1,2][1,2]
bool(true)
bool(false)
in a coroutine, and in one another
bool(true)
bool(true)
bool(true)
bool(true)
int(3)
one that cannot start
Cannot start a fiber that has already been started
bool(true)
done

--TEST--
SPEC 46.1, 46.2, 46.5, 30.11: Fibers switch before there are coroutines: sorts on both sides keep their comparators, a Fiber's end is known, and from the first spawn on, wherever that is, others run at a return
--FILE--
<?php
use function Async\{await, spawn, suspend};

$sorting = new Fiber(function () {
    $list = [3, 1, 4, 2];
    usort($list, function ($a, $b) { Fiber::suspend(); return $a <=> $b; });
    return 'in the Fiber: ' . implode(' ', $list);
});
$sorting->start();
$list = [3, 1, 4, 2];
usort($list, function ($a, $b) use ($sorting) {
    $sorting->isTerminated() || $sorting->resume();
    return $b <=> $a;
});
while (!$sorting->isTerminated()) {
    $sorting->resume();
}
echo 'outside: ', implode(' ', $list), ', ', $sorting->getReturn(), "\n";

$failing = new Fiber(function () { Fiber::suspend(); throw new LogicException('at its end'); });
$failing->start();
try { $failing->resume(); } catch (LogicException $e) { echo $e->getMessage(), "\n"; }
$known = [$sorting->getCoroutine(), $failing->getCoroutine()];
foreach ($known as $coroutine) {
    echo $coroutine->isCompleted() ? 'completed' : 'runs', "\n";
}

$fiber = new Fiber(function () {
    Fiber::suspend();
    spawn(function () { for ($i = 1; $i <= 3; $i++) { echo "other $i\n"; suspend(); } });
    Fiber::suspend();
    echo "resumed\n";
});
$fiber->start();
echo "resumes\n";
$fiber->resume();
echo "back\n";
$fiber->resume();
echo "returned\n";
try { echo await($known[0]), "\n"; await($known[1]); } catch (LogicException $e) { echo $e->getMessage(), "\n"; }
?>
--EXPECT--
outside: 4 3 2 1, in the Fiber: 1 2 3 4
at its end
completed
completed
resumes
other 1
back
other 2
resumed
other 3
returned
in the Fiber: 1 2 3 4
at its end

--TEST--
SPEC 43.5: getTrace() takes the options and the limit of debug_backtrace(); null for one that has not begun, runs or is over
--FILE--
<?php
use function Async\{await, current_coroutine, delay, spawn, suspend};

class Job {
    function run(int $n) { $this->inner($n); }
    function inner(int $n) { delay(1); }
}
$job = new Job();
$c = spawn(fn () => $job->run(5));
var_dump($c->getTrace());
suspend();
$trace = $c->getTrace();
echo implode(' ', array_column($trace, 'function')), "\n";
var_dump($trace[1]['object'] === $job, $trace[1]['args'], count($c->getTrace(limit: 2)));
var_dump(isset($c->getTrace(0)[1]['object']), isset($c->getTrace(DEBUG_BACKTRACE_IGNORE_ARGS)[1]['args']));
await($c);
var_dump($c->getTrace(), current_coroutine()->getTrace());
?>
--EXPECTF--
NULL
Async\delay inner run {closure%S}
bool(true)
array(1) {
  [0]=>
  int(5)
}
int(2)
bool(false)
bool(false)
NULL
NULL

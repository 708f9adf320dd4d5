--TEST--
SPEC 30.6: a pending timer of anybody is no deadlock
--FILE--
<?php
use function Async\{spawn, await, delay};
use Async\{Future, FutureState};

$s = new FutureState;
spawn(function () use ($s) { delay(30); $s->complete('from the timer'); });
var_dump(await(new Future($s)));
$s = new FutureState;
$c = spawn(fn() => await(new Future($s)));
delay(10); // $c is parked without a timer meanwhile
$s->complete('from main');
var_dump(await($c));
echo "done\n";
?>
--EXPECT--
string(14) "from the timer"
string(9) "from main"
done

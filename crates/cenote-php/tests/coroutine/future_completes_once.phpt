--TEST--
SPEC 30: a FutureState is completed or failed once; what comes later has no effect
--FILE--
<?php
use function Async\{await};
use Async\{Future, FutureState};

$later = function (callable $f) {
    try {
        $f();
    } catch (Throwable) {
        // whether the second call is silent is left open
    }
};
$s = new FutureState;
$f = new Future($s);
$s->complete('first');
$later(fn() => $s->complete('second'));
$later(fn() => $s->error(new LogicException('second')));
var_dump(await($f), await($f), await(new Future($s)));

$s = new FutureState;
$f = new Future($s);
$s->error(new RuntimeException('first'));
$later(fn() => $s->error(new LogicException('second')));
$later(fn() => $s->complete('second'));
foreach ([$f, $f, new Future($s)] as $x) {
    try {
        var_dump(await($x));
    } catch (Exception $e) {
        echo get_class($e), ' ', $e->getMessage(), "\n";
    }
}
echo "done\n";
?>
--EXPECT--
string(5) "first"
string(5) "first"
string(5) "first"
RuntimeException first
RuntimeException first
RuntimeException first
done

--TEST--
SPEC 30: a finished coroutine keeps its result as long as its object, and nothing else
--FILE--
<?php
use function Async\{spawn, await, suspend};

class Traced { public function __construct(private string $n) {} public function __destruct() { echo "$this->n freed\n"; } }
$c = spawn(function ($argument) {
    $local = new Traced('local');
    suspend();
    return new Traced('result');
}, new Traced('argument'));
await($c);
echo "awaited\n";
unset($c);
echo "object gone\n";

$c = spawn(function ($x) use (&$c) {}, new Traced('argument of a cancelled one'));
$c->cancel();
suspend();
unset($c);
suspend();
gc_collect_cycles();
echo "done\n";
?>
--EXPECTREGEX--
(local freed
argument freed|argument freed
local freed)
awaited
result freed
object gone
argument of a cancelled one freed
done

--TEST--
SPEC 30.1: a due timer fires although the run queue never gets empty
--FILE--
<?php
use function Async\{spawn, await, suspend, delay};

$fired = false;
$timer = spawn(function () use (&$fired) {
    delay(5);
    $fired = true;
});
$stop = hrtime(true) + 20_000_000_000;
while (!$fired && hrtime(true) < $stop) {
    suspend();
}
var_dump($fired);
await($timer);
echo "done\n";
?>
--EXPECT--
bool(true)
done

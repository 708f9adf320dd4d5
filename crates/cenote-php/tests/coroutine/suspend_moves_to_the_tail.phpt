--TEST--
SPEC 30: suspend() moves the current coroutine to the tail, behind those spawned meanwhile
--FILE--
<?php
use function Async\{spawn, suspend, await};

$c = spawn(function () {
    echo "outer\n";
    spawn(function () { echo "child 1\n"; });
    spawn(function () { echo "child 2\n"; });
    suspend();
    echo "outer again\n";
});
suspend();
echo "main before the children\n";
await($c);
echo "done\n";
?>
--EXPECT--
outer
main before the children
child 1
child 2
outer again
done

--TEST--
SPEC 30: a coroutine whose object nobody holds runs to its end all the same
--FILE--
<?php
use function Async\{spawn, suspend, delay};

class Guard { public function __destruct() { echo "its values are freed\n"; } }
spawn(function () {
    $g = new Guard;
    suspend();
    gc_collect_cycles();
    delay(1);
    echo "ends\n";
});
gc_collect_cycles();
delay(50);
echo "done\n";
?>
--EXPECT--
ends
its values are freed
done

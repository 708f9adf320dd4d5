--TEST--
SPEC 30: a coroutine whose object nobody holds runs to its end all the same
--FILE--
<?php
use function Async\{spawn, suspend, delay};

class Guard
{
    public static bool $is_gone = false;
    public function __destruct()
    {
        echo "its values are freed\n";
        self::$is_gone = true;
    }
}
spawn(function () {
    $g = new Guard;
    suspend();
    gc_collect_cycles();
    delay(1);
    echo "ends\n";
});
gc_collect_cycles();
for ($turns = 0; !Guard::$is_gone && $turns < 10_000; $turns++) {
    delay(1);
}
echo "done\n";
?>
--EXPECT--
ends
its values are freed
done

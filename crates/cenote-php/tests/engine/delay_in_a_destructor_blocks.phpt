--TEST--
SPEC 30.12: a sleep in a destructor blocks as on stock; no other coroutine runs meanwhile
--FILE--
<?php
use function Async\{spawn, await, suspend, delay};

class Sleeper
{
    public function __destruct()
    {
        $start = hrtime(true);
        delay(20);
        echo hrtime(true) - $start >= 19_000_000 ? "slept\n" : "did not sleep\n";
    }
}
spawn(function () { echo "other\n"; });
$s = new Sleeper;
unset($s);
echo "after the destructor\n";
suspend();
await(spawn(function () { new Sleeper; }));
echo "done\n";
?>
--EXPECT--
slept
after the destructor
other
slept
done
--SKIPIF--
<?php if (PHP_VERSION_ID >= 80400) die('skip destructors may switch from PHP 8.4 on'); ?>

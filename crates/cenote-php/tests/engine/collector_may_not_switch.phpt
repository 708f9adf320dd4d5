--TEST--
SPEC 30.12: destructors run by the collector cannot wait; the collector and the coroutine go on
--FILE--
<?php
use function Async\{spawn, await, suspend};
use Async\{Future, FutureState};

class Cycle
{
    public $self;
    public static $keep;
    public function __construct() { $this->self = $this; }
    public function __destruct()
    {
        try {
            await(new Future(self::$keep));
            echo "waited\n";
        } catch (Throwable) {
            echo "refused\n";
        }
    }
}
Cycle::$keep = new FutureState;
await(spawn(function () {
    new Cycle;
    gc_collect_cycles();
    suspend();
    echo "coroutine goes on\n";
}));
new Cycle;
gc_collect_cycles();
echo "done\n";
?>
--EXPECT--
refused
coroutine goes on
refused
done

--TEST--
SPEC 34.8: the collector, run in the last step of a coroutine, frees nothing that the coroutine still holds
--FILE--
<?php
use function Async\{current_coroutine, spawn, suspend};

/** A result that holds its own coroutine: garbage once nobody else holds either. */
final class Result
{
    public Async\Coroutine $coroutine;

    public function __construct()
    {
        $this->coroutine = current_coroutine();
    }
}

/** As large as a result: takes its place in memory, if that was freed. */
final class Bystander
{
    public mixed $any = null;

    public function __destruct()
    {
        echo "destroyed\n";
    }
}

final class Collects
{
    public static array $bystanders = [];

    public function __destruct()
    {
        gc_collect_cycles();
        self::$bystanders[] = new Bystander();
    }
}

for ($i = 0; $i < 3; $i++) {
    spawn(static function () {
        // Its error handlers are the last that a coroutine lets go of.
        $collects = new Collects();
        set_error_handler(static fn() => $collects);
        return new Result();
    });
    suspend();
    suspend();
}
echo count(Collects::$bystanders), " bystanders\n";
$before = WeakReference::create($result = (static fn() => spawn(static fn() => new Result()))());
suspend();
suspend();
unset($result);
gc_collect_cycles();
echo $before->get() === null ? "collected\n" : "kept\n";
echo "end of the script\n";
?>
--EXPECT--
3 bystanders
collected
end of the script
destroyed
destroyed
destroyed

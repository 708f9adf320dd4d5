--TEST--
SPEC 34.8: what a coroutine leaves in a cycle with itself is found by the next collection, also if one has run in its last step
--FILE--
<?php
use function Async\{current_coroutine, spawn, suspend};

final class Result
{
    public function __construct(public Async\Coroutine $coroutine)
    {
    }
}

final class Collects
{
    public function __destruct()
    {
        gc_collect_cycles();
    }
}

$results = [];
for ($i = 0; $i < 3; $i++) {
    spawn(static function () use (&$results) {
        // Its error handlers are the last that a coroutine lets go of.
        $collects = new Collects();
        set_error_handler(static fn() => $collects);
        $result = new Result(current_coroutine());
        $results[] = WeakReference::create($result);
        return $result;
    });
    suspend();
    suspend();
}
gc_collect_cycles();
echo count($results), ' results, ', count(array_filter($results, fn($result) => $result->get() !== null)), " left\n";
?>
--EXPECT--
3 results, 0 left

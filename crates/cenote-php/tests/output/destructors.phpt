--TEST--
SPEC 47.7: destructors may wait from PHP 8.4 on, also when run by the collector: who triggered them waits, others run; before, what would have to wait throws; spawning in them works everywhere
--FILE--
<?php
use function Async\{await, delay, spawn, suspend};

final class Loud
{
    public $self;
    public function __construct(private string $name) {}
    public function __destruct()
    {
        spawn(function () { echo "$this->name: spawned\n"; });
        try {
            $result = await(spawn(function () { delay(1); return "waited"; }));
            echo "$this->name: $result\n";
        } catch (Error $e) {
            echo "$this->name: ", str_starts_with($e->getMessage(), 'Cannot wait here') ? 'refused' : $e->getMessage(), "\n";
        }
    }
}
$may_wait = PHP_VERSION_ID >= 80400;
$show = function (callable $end) use ($may_wait): void {
    ob_start();
    spawn(function () { echo "another runs\n"; });
    $end();
    echo "its owner goes on\n";
    delay(5);
    $lines = explode("\n", trim(ob_get_clean()));
    $after = array_slice($lines, array_search('its owner goes on', $lines));
    echo implode(', ', $lines) === ($may_wait
        ? 'another runs, NAME: spawned, NAME: waited, its owner goes on'
        : 'NAME: refused, its owner goes on, another runs, NAME: spawned') ? "as specified\n" : implode("\n", $lines) . "\n";
};
$show(function () { $loud = new Loud('NAME'); unset($loud); });
$show(function () { $loud = new Loud('NAME'); $loud->self = $loud; unset($loud); gc_collect_cycles(); });
?>
--EXPECT--
as specified
as specified

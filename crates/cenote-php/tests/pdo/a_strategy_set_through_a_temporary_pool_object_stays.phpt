--TEST--
SPEC 34.28, 16.7: a strategy set on the result of getPool() is called with the live pool object, also when nobody keeps that object
--FILE--
<?php
require __DIR__ . '/helpers.inc';
$pdo = pool(1, database());
$strategy = new class () implements Async\CircuitBreakerStrategy {
    public array $sources = [];

    public function reportSuccess(mixed $source): void
    {
        $this->sources[] = $source;
    }

    public function reportFailure(mixed $source, Throwable $error): void
    {
    }
};
$pdo->getPool()->setCircuitBreakerStrategy($strategy);
gc_collect_cycles();
value($pdo, 'SELECT 1');
value($pdo, 'SELECT 2');
say('calls', count($strategy->sources));
foreach ($strategy->sources as $source) {
    say('source', get_debug_type($source), $source === $pdo->getPool(), $source->count());
}
echo "done\n";
--EXPECT--
calls: 2
source: Async\Pool | true | 1
source: Async\Pool | true | 1
done

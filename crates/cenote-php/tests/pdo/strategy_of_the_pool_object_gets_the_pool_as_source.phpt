--TEST--
SPEC 16.7, 14.7: a strategy set on the pool object hears of each give-back, with the pool object as its source
--FILE--
<?php
use Async\CircuitBreakerStrategy;
require __DIR__ . '/helpers.inc';
$pdo = pool(1, database(TABLE));
$pdo->getPool()->setCircuitBreakerStrategy($strategy = new class ($pdo->getPool()) implements CircuitBreakerStrategy {
    public array $heard = [];

    public function __construct(private Async\Pool $pool)
    {
    }

    public function reportSuccess(mixed $source): void
    {
        $this->heard[] = $source === $this->pool ? 'success' : 'success of something else';
    }

    public function reportFailure(mixed $source, Throwable $error): void
    {
        $this->heard[] = get_class($error);
    }
});
$pdo->exec("INSERT INTO t (v) VALUES ('a')");
value($pdo, 'SELECT 1');
thrown(fn() => $pdo->exec('DELETE FROM nowhere'));
say('heard', $strategy->heard);
$pdo->getPool()->setCircuitBreakerStrategy(null);
value($pdo, 'SELECT 1');
say('removed', count($strategy->heard));
echo "done\n";
--EXPECT--
heard: ["success","success","success"]
removed: 3
done

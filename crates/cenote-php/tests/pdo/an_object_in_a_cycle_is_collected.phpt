--TEST--
SPEC 15.1, 26.6, 29.2, 34.8: cycles through the PDO, its functions, its statement class and its strategy are collected, and its connections closed
--FILE--
<?php
require __DIR__ . '/helpers.inc';
final class Linked extends PDO
{
    public mixed $link = null;
}
final class Stored extends PDOStatement
{
    public mixed $link = null;

    protected function __construct(mixed $link = null)
    {
        $this->link = $link;
    }
}
final class Strategy implements Async\CircuitBreakerStrategy
{
    public function __construct(public mixed $link)
    {
    }

    public function reportSuccess(mixed $source): void
    {
    }

    public function reportFailure(mixed $source, Throwable $error): void
    {
    }
}
$file = database();
$cycles = [
    'a property' => fn($pdo) => $pdo->link = $pdo,
    'the arguments of the statement class' => function ($pdo) {
        $pdo->setAttribute(PDO::ATTR_STATEMENT_CLASS, [Stored::class, [$pdo]]);
        value($pdo, 'SELECT 1');
    },
    'a function' => function ($pdo) {
        $pdo->sqliteCreateFunction('f', fn() => get_class($pdo), 0);
        value($pdo, 'SELECT f()');
    },
    'a collation' => fn($pdo) => $pdo->sqliteCreateCollation('c', fn($a, $b) => $pdo ? 0 : 1),
    'an aggregate' => fn($pdo) => $pdo->sqliteCreateAggregate('g', fn() => $pdo, fn() => 1),
    'the strategy' => fn($pdo) => $pdo->getPool()->setCircuitBreakerStrategy(new Strategy($pdo)),
    'the pool object' => fn($pdo) => $pdo->link = $pdo->getPool(),
    'an open transaction' => fn($pdo) => $pdo->beginTransaction() && $pdo->link = $pdo,
];
foreach ($cycles as $name => $make) {
    $pdo = pool(2, $file, [PDO::ATTR_POOL_MIN => 1], Linked::class);
    $make($pdo);
    $ref = WeakReference::create($pdo);
    $pdo = null;
    gc_collect_cycles();
    say($name, $ref->get() === null, opened($file));
}
echo "done\n";
--EXPECT--
a property: true | 0
the arguments of the statement class: true | 0
a function: true | 0
a collation: true | 0
an aggregate: true | 0
the strategy: true | 0
the pool object: true | 0
an open transaction: true | 0
done

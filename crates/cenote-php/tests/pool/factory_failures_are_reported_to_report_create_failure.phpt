--TEST--
SPEC 14.10: a public reportCreateFailure gets each factory failure of acquire, tryAcquire and rounds, with pool and error
--FILE--
<?php
require __DIR__ . '/helpers.inc';

final class CreateFailures extends Strategy
{
    public array $seen = [];

    public function reportCreateFailure(mixed $source, Throwable $error): void
    {
        $this->seen[] = [$source, $error];
        throw new LogicException('swallowed');
    }
}

$boom = null;
$probe = new Probe(quiet: true);
$pool = $probe->pool(factory: function () use ($probe, &$boom) {
    return $boom ? throw $boom : $probe->make();
}, beforeAcquire: fn () => false, min: 1, healthcheckInterval: 1);
$pool->setCircuitBreakerStrategy($strategy = new CreateFailures());
$boom = new DomainException('refused');
throws(fn () => $pool->acquire());
throws(fn () => $pool->tryAcquire());
line(count($strategy->seen));
until(fn () => count($strategy->seen) > 4, 'failures of rounds');
foreach ($strategy->seen as [$source, $error]) {
    $source === $pool && $error === $boom || line('wrong report');
}
$pool->close();

finish();
--EXPECT--
DomainException: refused
DomainException: refused
2
done

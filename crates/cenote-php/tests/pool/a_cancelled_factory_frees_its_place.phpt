--TEST--
SPEC 10.5, 10.6, 34.3: a cancelled factory grants its place on and does not count as a factory error
--FILE--
<?php
require __DIR__ . '/helpers.inc';

final class CreateFailures extends Strategy
{
    public function reportCreateFailure(mixed $source, Throwable $error): void
    {
        line('create failure', $error);
    }
}

$gate = new Gate();
$probe = new Probe();
$pool = $probe->pool(factory: function () use ($probe, $gate, &$calls) {
    ++$calls === 1 && $gate->wait();

    return $probe->make();
}, max: 1);
$pool->setCircuitBreakerStrategy(new CreateFailures());
$creator = worker('creator', fn () => $pool->acquire());
worker('next', fn () => $pool->acquire());
settle();
$creator->cancel();
settle();
counts($pool);
stats($pool, 'createFailures');
throws(fn () => $pool->acquire(1));

finish();
--EXPECTF--
creator: Async\AsyncCancellation
make r1
next: r1
total=1 idle=0 active=1
createFailures=0
Async\TimeoutException: No resource within 1 ms: max=1 active=1 idle=0 creating=0 waiting=1 breaker=ACTIVE longest hold=%d ms
done

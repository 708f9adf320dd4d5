--TEST--
SPEC 14.11: a strategy of the user may hand its reports on to a ready one, which then acts on that pool and no other
--FILE--
<?php
use Async\ConsecutiveFailures;

require __DIR__ . '/helpers.inc';

final class Asking implements Async\CircuitBreakerStrategy
{
    public function __construct(private ConsecutiveFailures $inner) {}

    public function reportSuccess(mixed $source): void
    {
        line('success');
        $this->inner->reportSuccess($source);
    }

    public function reportFailure(mixed $source, Throwable $error): void
    {
        line('failure');
        $this->inner->reportFailure($source, $error);
    }

    public function shouldRecover(): bool
    {
        return $this->inner->shouldRecover();
    }
}

$ok = false;
// The cooldown is long enough for what is done within it on a machine that stands still for a while.
$inner = new ConsecutiveFailures(threshold: 2, cooldown: 600);
$pool = (new Probe(quiet: true))->pool(beforeRelease: function () use (&$ok) {
    return $ok;
});
line($inner->shouldRecover());
$pool->setCircuitBreakerStrategy(new Asking($inner));
$pool->release($pool->acquire());
line($pool->getState());
$pool->release($pool->acquire());
line($pool->getState());
throws(fn () => $pool->acquire());
until(function () use ($pool, &$r) {
    try {
        return $r = $pool->acquire();
    } catch (Async\ServiceUnavailableException) {
        return false;
    }
}, 'the cooldown');
line($pool->getState());
$ok = true;
$pool->release($r);
line($pool->getState());

// Reports about anything else do nothing; another pool is refused.
$inner->reportFailure('nothing', new Exception());
$other = (new Probe())->pool();
throws(fn () => $inner->reportFailure($other, new Exception()));
throws(fn () => $other->setCircuitBreakerStrategy($inner));

// Set on its own pool, it is fed by the pool and by whoever else reports.
$pool->setCircuitBreakerStrategy($inner);
$inner->reportFailure($pool, new Exception());
$inner->reportCreateFailure($pool, new Exception());
line($pool->getState(), $inner->shouldRecover());
until(fn () => $inner->shouldRecover(), 'the cooldown');

finish();
--EXPECTF--
false
failure
ACTIVE
failure
INACTIVE
Async\ServiceUnavailableException: Service is unavailable (circuit breaker is open)
RECOVERING
success
ACTIVE
Async\PoolException: the strategy already serves another pool%a
Async\PoolException: the strategy already serves another pool%a
INACTIVE false
done

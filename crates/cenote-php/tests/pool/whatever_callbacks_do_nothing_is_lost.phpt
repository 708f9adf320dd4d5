--TEST--
SPEC 34.32, 34.4, 11.1, 10.3: with callbacks that suspend, throw and reject at random, and callers that are cancelled, every resource made is destroyed once
--FILE--
<?php
use Async\AsyncException;
use Async\CircuitBreakerStrategy;
use Async\ConsecutiveFailures;
use Async\Pool;
use function Async\await_all;
use function Async\delay;
use function Async\spawn;
use function Async\suspend;

require __DIR__ . '/helpers.inc';

mt_srand(20240);
ini_set('display_errors', '0'); // destructors that throw in the background are reported

function chance(int $percent): bool
{
    return mt_rand(0, 99) < $percent;
}

function linger(): void
{
    match (mt_rand(0, 9)) {
        0, 1, 2 => suspend(),
        3 => delay(mt_rand(0, 2)),
        default => null,
    };
}

function hook(): ?Closure
{
    return chance(30) ? null : function () {
        linger();
        chance(5) && throw new RuntimeException('hook');

        return !chance(15);
    };
}

final class Moody implements CircuitBreakerStrategy
{
    public function reportSuccess(mixed $source): void
    {
        linger();
        chance(10) && throw new Exception('strategy');
    }

    public function reportFailure(mixed $source, Throwable $error): void
    {
        linger();
        chance(20) && $source->deactivate();
    }

    public function shouldRecover(): bool
    {
        linger();

        return chance(50);
    }
}

function random_pool(): ?Pool
{
    $max = mt_rand(1, 6);
    $number = 0;
    try {
        $pool = new Pool(
            function () use (&$number) {
                linger();
                chance(8) && throw new RuntimeException('factory');

                return match (mt_rand(0, 3)) {
                    0 => new Res(++$number),
                    1 => mt_rand(0, 2),
                    2 => 's' . mt_rand(0, 2),
                    3 => [mt_rand(0, 1)],
                };
            },
            function () {
                linger();
                chance(5) && throw new LogicException('destructor');
            },
            hook(),
            hook(),
            hook(),
            min: mt_rand(0, $max),
            max: $max,
            healthcheckInterval: mt_rand(0, 3),
            acquireTimeout: mt_rand(0, 3),
            maxLifetime: chance(30) ? mt_rand(1, 10) : 0,
            idleTimeout: chance(30) ? mt_rand(1, 5) : 0,
            maxWaiters: chance(20) ? mt_rand(1, 5) : 0,
            recoveryLimit: mt_rand(1, 3),
        );
    } catch (RuntimeException | LogicException) {
        return null;
    }
    match (mt_rand(0, 4)) {
        0 => $pool->setCircuitBreakerStrategy(new ConsecutiveFailures(2, 1, 4)),
        1 => $pool->setCircuitBreakerStrategy(new Moody()),
        default => null,
    };

    return $pool;
}

function work(Pool $pool): void
{
    for ($i = 0; $i < 10; $i++) {
        try {
            $r = match (mt_rand(0, 2)) {
                0 => $pool->acquire(),
                1 => $pool->acquire(mt_rand(0, 5)),
                2 => $pool->tryAcquire(),
            };
        } catch (AsyncException | RuntimeException | LogicException) {
            $r = null;
        }
        if ($r === null) {
            linger();
            continue;
        }
        try {
            linger();
        } finally {
            try {
                $pool->release($r);
            } catch (LogicException) {
            }
        }
        count($pool) === $pool->idleCount() + $pool->activeCount() || line('the counts differ');
        match (mt_rand(0, 40)) {
            0 => $pool->activate(),
            1 => $pool->deactivate(),
            2 => $pool->recover(),
            3 => gc_collect_cycles(),
            default => null,
        };
    }
}

function close(Pool $pool): void
{
    try {
        $pool->close();
    } catch (LogicException) {
    }
}

for ($round = 0; $round < 60; $round++) {
    if (!$pool = random_pool()) {
        continue;
    }
    $workers = [];
    for ($i = mt_rand(1, 12); $i > 0; $i--) {
        $workers[] = spawn(work(...), $pool);
    }
    for ($i = 0; $i < 8; $i++) {
        delay(1);
        chance(30) && $workers[array_rand($workers)]->cancel();
    }
    chance(20) && close($pool);
    foreach ($workers as $worker) {
        $worker->cancel();
    }
    await_all($workers);
    until(fn () => $pool->activeCount() === 0, 'callbacks in the background');
    close($pool);
    until(fn () => count($pool) === 0, 'the last destructor');
    $stats = $pool->stats();
    [$stats['waiting'], $stats['granted']] === [0, 0] || line('somebody still waits', $round);
    $stats['created'] === $stats['destroyed'] || line('lost', $stats['created'], $stats['destroyed'], $round);
}

finish();
--EXPECT--
done

--TEST--
SPEC 7.8, 36.4: the timer of a served, cancelled or refused waiter does not keep the program alive
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$pool = (new Probe())->pool(max: 1);
$held = $pool->acquire();
worker('served', fn () => $pool->acquire(60_000));
$waiter = worker('cancelled', fn () => $pool->acquire(60_000));
worker('refused', fn () => $pool->acquire(60_000));
settle();
$pool->release($held);
$waiter->cancel();
settle();
$pool->deactivate();
$start = hrtime(true);
register_shutdown_function(function () use ($start) {
    line(hrtime(true) - $start < 20_000_000_000 ? 'ends at once' : 'waited for a timer');
});
--EXPECT--
make r1
served: r1
cancelled: Async\AsyncCancellation
refused: Async\ServiceUnavailableException: Service is unavailable (circuit breaker is open)
ends at once

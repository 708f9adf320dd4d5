--TEST--
SPEC 30.8, 12.6: an uncaught exception in the main flow ends a script whose pool has waiters, checks and resources out
--FILE--
<?php
use function Async\spawn;

require __DIR__ . '/helpers.inc';

$gate = new Gate();
$checks = 0;
$pool = (new Probe(quiet: true))->pool(healthcheck: function () use ($gate, &$checks) {
    $checks++;
    $gate->wait();
}, min: 2, max: 2, healthcheckInterval: 1);
until(function () use (&$checks) {
    return $checks === 1;
}, 'the check');
$held = $pool->acquire();
spawn(function () use ($pool) {
    try {
        $pool->acquire();
    } finally {
        line('waiter unwound');
    }
});
settle();
register_shutdown_function(fn () => line('shutdown'));
throw new RuntimeException('end');
--EXPECTF--
%AFatal error: Uncaught RuntimeException: end in %s
Stack trace:
#0 {main}
  thrown in %s on line %d
waiter unwound
shutdown

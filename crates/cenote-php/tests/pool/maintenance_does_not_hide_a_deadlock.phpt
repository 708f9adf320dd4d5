--TEST--
SPEC 13.10, 34.31, 30.6: rounds that would go on for ever do not hide that nobody can run
--FILE--
<?php set_exception_handler(fn ($e) => print(get_class($e) . "\n"));
require __DIR__ . '/helpers.inc';

$pool = (new Probe())->pool(
    healthcheck: fn () => true,
    max: 1,
    healthcheckInterval: 1,
    maxLifetime: 3_600_000,
    idleTimeout: 3_600_000,
);
$r = $pool->acquire();
try {
    $pool->acquire();
} catch (Async\AsyncCancellation $e) {
    line($e::class);
}
$pool->release($r);
counts($pool);
$pool->close();

finish();
--EXPECT--
make r1
Async\AsyncCancellation
total=1 idle=1 active=0
destroy r1
done
Async\DeadlockError

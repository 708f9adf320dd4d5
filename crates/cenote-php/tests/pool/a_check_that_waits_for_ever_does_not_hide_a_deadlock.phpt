--TEST--
SPEC 13.10, 30.6: a health check that nobody will wake does not hide that nobody can run
--FILE--
<?php set_exception_handler(fn ($e) => print(get_class($e) . "\n"));
use Async\{Future, FutureState};
use function Async\{await, delay};

require __DIR__ . '/helpers.inc';

$never = new FutureState();
$pool = (new Probe())->pool(healthcheck: fn () => await(new Future($never)), min: 1, healthcheckInterval: 100);
while ($pool->activeCount() === 0) {
    delay(1);
}
try {
    await(new Future($never));
} catch (Async\AsyncCancellation $e) {
    $waiting = substr_count($e->getPrevious()->getMessage(), 'waiting at');
    line($e::class . ", who waits: $waiting");
}
--EXPECT--
make r1
Async\AsyncCancellation, who waits: 1
destroy r1
Async\DeadlockError

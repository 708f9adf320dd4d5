--TEST--
SPEC 3.1: all thirteen parameters can be given by position
--FILE--
<?php
use Async\Pool;

require __DIR__ . '/helpers.inc';

$probe = new Probe();
$pool = new Pool(
    $probe->make(...),
    $probe->destroy(...),
    fn () => true,
    fn ($r) => line("before acquire $r"),
    fn ($r) => line("before release $r"),
    1,
    2,
    60_000,
    20,
    60_000,
    60_000,
    1,
    2,
);
$a = $pool->acquire();
$b = $pool->acquire();
worker('times out', fn () => $pool->acquire());
worker('one too many', fn () => $pool->acquire());
until(fn () => $pool->stats()['timeouts'] === 1, 'the timeout');
$pool->release($a);
$pool->release($b);
$pool->close();

finish();
--EXPECTF--
make r1
before acquire r1
make r2
one too many: Async\PoolException: %s
times out: Async\TimeoutException: No resource within 20 ms: %s
before release r1
before release r2
destroy r1
destroy r2
done

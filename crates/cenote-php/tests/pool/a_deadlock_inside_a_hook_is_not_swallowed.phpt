--TEST--
SPEC 30.6, 10.5: a deadlock that is found inside a callback leaves acquire, tryAcquire and release
--FILE--
<?php set_exception_handler(fn ($e) => print(get_class($e) . "\n"));
require __DIR__ . '/helpers.inc';

$never = new Gate();
$probe = new Probe();
$pool = $probe->pool(beforeAcquire: fn () => $never->wait(), min: 1);
line(get_class(throws_quietly(fn () => $pool->acquire())));
counts($pool);
$pool = $probe->pool(beforeRelease: fn () => $never->wait());
$r = $pool->acquire();
line(get_class(throws_quietly(fn () => $pool->release($r))));
counts($pool);
$pool = $probe->pool(factory: fn () => $never->wait());
line(get_class(throws_quietly(fn () => $pool->tryAcquire())));
counts($pool);

function throws_quietly(callable $f): Throwable
{
    try {
        $f();
    } catch (Throwable $e) {
        return $e;
    }
    return new LogicException();
}

echo "done\n";
--EXPECT--
make r1
destroy r1
Async\AsyncCancellation
total=0 idle=0 active=0
make r2
destroy r2
Async\AsyncCancellation
total=0 idle=0 active=0
Async\AsyncCancellation
total=0 idle=0 active=0
done
Async\DeadlockError

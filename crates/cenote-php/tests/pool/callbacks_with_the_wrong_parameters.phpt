--TEST--
SPEC 5.6, 10.2, 10.7: a callback that cannot be called with what the pool passes fails like one that throws
--FILE--
<?php
use Async\Pool;

require __DIR__ . '/helpers.inc';

$pool = new Pool(fn ($unexpected) => 1);
throws(fn () => $pool->acquire());
counts($pool);

$pool = (new Probe())->pool(beforeAcquire: fn (int $r) => true, min: 1);
line($pool->acquire());
$pool = (new Probe())->pool(beforeRelease: fn ($r, $more) => true);
$pool->release($pool->acquire());
counts($pool);
$pool = (new Probe())->pool(destructor: fn (int $r) => null, min: 1);
throws(fn () => $pool->close());
counts($pool);

// Built-in functions as callbacks.
$pool = new Pool('rand', 'is_int', beforeRelease: 'is_string', max: 1);
$pool->release($pool->acquire());
counts($pool);

finish();
--EXPECTF--
ArgumentCountError: Too few arguments to function {closure%S}(), 0 passed and exactly 1 expected
total=0 idle=0 active=0
make r1
destroy r1
make r2
r2
make r1
destroy r1
total=0 idle=0 active=0
make r1
TypeError: {closure%S}(): Argument #1 ($r) must be of type int, Res given%S
total=0 idle=0 active=0
total=0 idle=0 active=0
done

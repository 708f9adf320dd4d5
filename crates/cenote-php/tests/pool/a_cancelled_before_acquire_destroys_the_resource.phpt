--TEST--
SPEC 10.5, 34.24: a cancellation let out by beforeAcquire destroys the resource, grants its place and leaves acquire
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$gate = new Gate();
$pool = (new Probe())->pool(beforeAcquire: fn () => $gate->wait(), min: 1, max: 1);
$user = worker('user', fn () => $pool->acquire());
worker('next', fn () => $pool->acquire());
settle();
$user->cancel();
settle();
counts($pool);

finish();
--EXPECT--
make r1
destroy r1
user: Async\AsyncCancellation
make r2
next: r2
total=1 idle=0 active=1
done

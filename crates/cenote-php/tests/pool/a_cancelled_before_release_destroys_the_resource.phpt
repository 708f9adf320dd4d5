--TEST--
SPEC 10.5, 34.24: a cancellation let out by beforeRelease destroys the resource, grants its place and leaves release
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$gate = new Gate();
$pool = (new Probe())->pool(beforeRelease: fn () => $gate->wait(), max: 1);
$r = $pool->acquire();
$user = worker('user', fn () => $pool->release($r));
worker('next', fn () => $pool->acquire());
settle();
$user->cancel();
settle();
counts($pool);
throws(fn () => $pool->release($r));

finish();
--EXPECT--
make r1
destroy r1
user: Async\AsyncCancellation
make r2
next: r2
total=1 idle=0 active=1
Async\PoolException: resource is not active in this pool
done

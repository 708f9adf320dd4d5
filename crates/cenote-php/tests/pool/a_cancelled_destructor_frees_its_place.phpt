--TEST--
SPEC 10.5, 10.7: a cancellation let out by a suspended destructor leaves release, and the place is granted
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$gate = new Gate();
$pool = (new Probe())->pool(
    destructor: fn () => $gate->wait(),
    beforeRelease: fn () => false,
    max: 1,
);
$r = $pool->acquire();
$user = worker('user', fn () => $pool->release($r));
worker('next', fn () => $pool->acquire());
settle();
$user->cancel();
settle();
counts($pool);

finish();
--EXPECT--
make r1
user: Async\AsyncCancellation
make r2
next: r2
total=1 idle=0 active=1
done

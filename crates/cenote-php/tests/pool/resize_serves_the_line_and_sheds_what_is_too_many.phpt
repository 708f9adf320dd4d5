--TEST--
SPEC 6.7, 11.1, 11.6: resize() serves those in line when it enlarges a pool; a smaller one destroys what is idle, and the rest as it comes back
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$pool = (new Probe())->pool(max: 1);
$one = $pool->acquire();
$two = Async\spawn($pool->acquire(...));
$three = Async\spawn($pool->acquire(...));
settle();
line('waiting', $pool->stats()['waiting']);
$pool->resize(3);
[$two, $three] = Async\await_all_or_fail([$two, $three]);
counts($pool);

$pool->release($one);
$pool->resize(1);
counts($pool);
$pool->release($two);
counts($pool);
$pool->release($three);
counts($pool);
line($pool->stats()['max'], $pool->tryAcquire(), $pool->tryAcquire());

throws(fn () => $pool->resize(0));
throws(fn () => $pool->resize());
line($pool->stats()['max']);

finish();
--EXPECT--
make r1
waiting 2
make r2
make r3
total=3 idle=0 active=3
destroy r1
total=2 idle=0 active=2
destroy r2
total=1 idle=0 active=1
total=1 idle=1 active=0
1 r3 null
ValueError: Async\Pool::resize(): Argument #1 ($max) must be >= 1
ArgumentCountError: Async\Pool::resize() expects exactly 1 argument, 0 given
1
done

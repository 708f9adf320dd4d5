--TEST--
SPEC 8.1: on a full pool tryAcquire returns without letting anybody run
--FILE--
<?php
use function Async\spawn;

require __DIR__ . '/helpers.inc';

$pool = (new Probe())->pool(max: 1);
$held = $pool->acquire();
spawn(fn () => line('others run'));
line($pool->tryAcquire());
line($pool->tryAcquire());
settle();

finish();
--EXPECT--
make r1
null
null
others run
done

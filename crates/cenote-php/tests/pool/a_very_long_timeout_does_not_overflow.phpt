--TEST--
SPEC 7.1: the longest possible timeout waits like any other
--FILE--
<?php
use function Async\delay;

require __DIR__ . '/helpers.inc';

$pool = (new Probe())->pool(max: 1);
$held = $pool->acquire(PHP_INT_MAX);
worker('waiter', fn () => $pool->acquire(PHP_INT_MAX));
delay(5);
stats($pool, 'waiting');
$pool->release($held);
settle();

finish();
--EXPECT--
make r1
waiting=1
waiter: r1
done

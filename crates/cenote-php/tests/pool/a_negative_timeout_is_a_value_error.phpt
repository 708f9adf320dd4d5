--TEST--
SPEC 5.1, 7.4: a negative timeout throws ValueError before anything else is looked at
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$pool = (new Probe())->pool(max: 1);
throws(fn () => $pool->acquire(-1));
throws(fn () => $pool->acquire(PHP_INT_MIN));
counts($pool);
$pool->release($pool->acquire());
throws(fn () => $pool->acquire(-1));
throws(fn () => $pool->acquire(5, 5));
throws(fn () => $pool->acquire('soon'));
counts($pool);
$pool->deactivate();
throws(fn () => $pool->acquire(-1));
$pool->close();
throws(fn () => $pool->acquire(-1));

finish();
--EXPECTF--
ValueError: Async\Pool::acquire(): Argument #1 ($timeout) must be %s
ValueError: Async\Pool::acquire(): Argument #1 ($timeout) must be %s
total=0 idle=0 active=0
make r1
ValueError: Async\Pool::acquire(): Argument #1 ($timeout) must be %s
ArgumentCountError: Async\Pool::acquire() expects at most 1 argument, 2 given
TypeError: Async\Pool::acquire(): Argument #1 ($timeout) must be of type ?int, string given
total=1 idle=1 active=0
ValueError: Async\Pool::acquire(): Argument #1 ($timeout) must be %s
destroy r1
ValueError: Async\Pool::acquire(): Argument #1 ($timeout) must be %s
done

--TEST--
SPEC 3.4, 15.1: a factory that returns the pool itself, or an object in the middle of it, crashes nothing
--FILE--
<?php
use Async\Pool;

require __DIR__ . '/helpers.inc';

$pool = new Pool(function () use (&$pool) {
    return $pool;
}, max: 2);
line($pool->acquire() === $pool);
$weak = WeakReference::create($pool);
$pool->release($pool);
counts($pool);
unset($pool);
gc_collect_cycles();
line($weak->get());

finish();
--EXPECT--
true
total=1 idle=1 active=0
null
done

--TEST--
SPEC 5.1: acquire on a closed pool throws PoolException, also when it is INACTIVE and had idle ones
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$pool = (new Probe(quiet: true))->pool(min: 1);
$pool->close();
throws(fn () => $pool->acquire());
throws(fn () => $pool->acquire(10));
$pool->deactivate();
throws(fn () => $pool->acquire());

finish();
--EXPECT--
Async\PoolException: Pool is closed
Async\PoolException: Pool is closed
Async\PoolException: Pool is closed
done

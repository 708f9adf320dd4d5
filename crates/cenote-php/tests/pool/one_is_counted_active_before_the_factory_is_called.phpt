--TEST--
SPEC 5.5, 11.2: a resource in creation counts as active already, and gets no arguments
--FILE--
<?php
use Async\Pool;

require __DIR__ . '/helpers.inc';

$pool = new Pool(function () use (&$pool) {
    line('arguments', func_num_args());
    counts($pool);
    stats($pool, 'total', 'active', 'idle', 'creating');

    return 'made';
}, beforeAcquire: fn () => line('never for a fresh one'), max: 1);
line($pool->acquire());
stats($pool, 'total', 'active', 'idle', 'creating');

finish();
--EXPECT--
arguments 0
total=1 idle=0 active=1
total=1 active=0 idle=0 creating=1
made
total=1 active=1 idle=0 creating=0
done

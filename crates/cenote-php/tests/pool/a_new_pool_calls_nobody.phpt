--TEST--
SPEC 3.3: a new pool with min 0 calls no callback; counts are 0, it is open and ACTIVE
--FILE--
<?php
use Async\Pool;

require __DIR__ . '/helpers.inc';

$never = fn () => line('called');
$pool = new Pool($never, $never, $never, $never, $never);
counts($pool);
line($pool->isClosed(), $pool->getState());
settle();

finish();
--EXPECT--
total=0 idle=0 active=0
false ACTIVE
done

--TEST--
SPEC 2.4: Async\Pool is final and implements Countable and CircuitBreaker
--FILE--
<?php
use Async\CircuitBreaker;
use Async\Pool;

require __DIR__ . '/helpers.inc';

line((new ReflectionClass(Pool::class))->isFinal());
$pool = (new Probe())->pool();
line($pool instanceof Countable, $pool instanceof CircuitBreaker);

finish();
--EXPECT--
true
true true
done

--TEST--
SPEC 2.1: the exceptions extend one another as documented
--FILE--
<?php
use Async\AsyncException;
use Async\PoolException;
use Async\ServiceUnavailableException;
use Async\TimeoutException;

require __DIR__ . '/helpers.inc';

foreach ([AsyncException::class, PoolException::class, TimeoutException::class, ServiceUnavailableException::class] as $class) {
    line("$class < " . get_parent_class($class));
}

finish();
--EXPECT--
Async\AsyncException < Exception
Async\PoolException < Async\AsyncException
Async\TimeoutException < Async\PoolException
Async\ServiceUnavailableException < Async\AsyncException
done

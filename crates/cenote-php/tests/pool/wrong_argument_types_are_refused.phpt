--TEST--
SPEC 2.7, 3.1: wrong types are TypeErrors in the engine's wording
--FILE--
<?php
use Async\Pool;

require __DIR__ . '/helpers.inc';

$probe = new Probe();
throws(fn () => new Pool());
throws(fn () => new Pool('no_such_function'));
throws(fn () => new Pool(null));
throws(fn () => $probe->pool(destructor: 5));
throws(fn () => $probe->pool(healthcheck: 'no_such_function'));
throws(fn () => $probe->pool(beforeAcquire: []));
throws(fn () => $probe->pool(beforeRelease: new stdClass()));
throws(fn () => $probe->pool(min: 'few'));
throws(fn () => $probe->pool(recoveryLimit: []));
throws(fn () => $probe->pool(size: 3));

$pool = $probe->pool();
throws(fn () => $pool->acquire('soon'));
throws(fn () => $pool->acquire(1, 2));
throws(fn () => $pool->tryAcquire(1));
throws(fn () => $pool->release());
throws(fn () => $pool->setCircuitBreakerStrategy(new stdClass()));
counts($pool);

finish();
--EXPECTF--
ArgumentCountError: Async\Pool::__construct() expects at least 1 argument, 0 given
TypeError: Async\Pool::__construct(): Argument #1 ($factory) must be a valid callback, %s
TypeError: Async\Pool::__construct(): Argument #1 ($factory) must be a valid callback, %s
TypeError: Async\Pool::__construct(): Argument #2 ($destructor) must be a valid callback or null, %s
TypeError: Async\Pool::__construct(): Argument #3 ($healthcheck) must be a valid callback or null, %s
TypeError: Async\Pool::__construct(): Argument #4 ($beforeAcquire) must be a valid callback or null, %s
TypeError: Async\Pool::__construct(): Argument #5 ($beforeRelease) must be a valid callback or null, %s
TypeError: Async\Pool::__construct(): Argument #6 ($min) must be of type int, string given
TypeError: Async\Pool::__construct(): Argument #13 ($recoveryLimit) must be of type int, array given
Error: Unknown named parameter $size
TypeError: Async\Pool::acquire(): Argument #1 ($timeout) must be of type ?int, string given
ArgumentCountError: Async\Pool::acquire() expects at most 1 argument, 2 given
ArgumentCountError: Async\Pool::tryAcquire() expects exactly 0 arguments, 1 given
ArgumentCountError: Async\Pool::release() expects exactly 1 argument, 0 given
TypeError: Async\Pool::setCircuitBreakerStrategy(): Argument #1 %s must be of type ?Async\CircuitBreakerStrategy, stdClass given
total=0 idle=0 active=0
done

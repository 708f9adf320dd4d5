--TEST--
SPEC 3.2: a number out of range is a ValueError that names argument and bound, and nothing is made
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$probe = new Probe();
foreach ([['min' => -1], ['max' => 0], ['max' => -1], ['min' => 3, 'max' => 2], ['min' => 11], ['healthcheckInterval' => -1],
    ['acquireTimeout' => -1], ['maxLifetime' => -1], ['idleTimeout' => -1], ['maxWaiters' => -1], ['recoveryLimit' => 0],
    ['min' => 2, 'recoveryLimit' => 0], ['min' => 2, 'maxWaiters' => -1]] as $numbers) {
    throws(fn () => $probe->pool(...$numbers));
}
line('made:', $probe->made);

finish();
--EXPECT--
ValueError: Async\Pool::__construct(): Argument #6 ($min) must be >= 0
ValueError: Async\Pool::__construct(): Argument #7 ($max) must be >= 1
ValueError: Async\Pool::__construct(): Argument #7 ($max) must be >= 1
ValueError: Async\Pool::__construct(): Argument #6 ($min) must be <= max
ValueError: Async\Pool::__construct(): Argument #6 ($min) must be <= max
ValueError: Async\Pool::__construct(): Argument #8 ($healthcheckInterval) must be >= 0
ValueError: Async\Pool::__construct(): Argument #9 ($acquireTimeout) must be >= 0
ValueError: Async\Pool::__construct(): Argument #10 ($maxLifetime) must be >= 0
ValueError: Async\Pool::__construct(): Argument #11 ($idleTimeout) must be >= 0
ValueError: Async\Pool::__construct(): Argument #12 ($maxWaiters) must be >= 0
ValueError: Async\Pool::__construct(): Argument #13 ($recoveryLimit) must be >= 1
ValueError: Async\Pool::__construct(): Argument #13 ($recoveryLimit) must be >= 1
ValueError: Async\Pool::__construct(): Argument #12 ($maxWaiters) must be >= 0
made: 0
done

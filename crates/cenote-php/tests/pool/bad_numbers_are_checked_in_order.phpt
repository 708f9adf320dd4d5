--TEST--
SPEC 3.2: of several bad numbers the first in the documented order is reported
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$probe = new Probe();
$bad = ['min' => -1, 'max' => 0, 'healthcheckInterval' => -1, 'acquireTimeout' => -1, 'maxLifetime' => -1,
    'idleTimeout' => -1, 'maxWaiters' => -1, 'recoveryLimit' => 0];
foreach (['min' => 5, 'max' => 4, 'healthcheckInterval' => 0, 'acquireTimeout' => 0, 'maxLifetime' => 0,
    'idleTimeout' => 0, 'maxWaiters' => 0] as $name => $next) {
    throws(fn () => $probe->pool(...$bad));
    $bad[$name] = $next;
    if ($name === 'max') {
        throws(fn () => $probe->pool(...$bad));
        $bad['min'] = 4;
    }
}
throws(fn () => $probe->pool(...$bad));
line('made:', $probe->made);

finish();
--EXPECT--
ValueError: Async\Pool::__construct(): Argument #6 ($min) must be >= 0
ValueError: Async\Pool::__construct(): Argument #7 ($max) must be >= 1
ValueError: Async\Pool::__construct(): Argument #6 ($min) must be <= max
ValueError: Async\Pool::__construct(): Argument #8 ($healthcheckInterval) must be >= 0
ValueError: Async\Pool::__construct(): Argument #9 ($acquireTimeout) must be >= 0
ValueError: Async\Pool::__construct(): Argument #10 ($maxLifetime) must be >= 0
ValueError: Async\Pool::__construct(): Argument #11 ($idleTimeout) must be >= 0
ValueError: Async\Pool::__construct(): Argument #12 ($maxWaiters) must be >= 0
ValueError: Async\Pool::__construct(): Argument #13 ($recoveryLimit) must be >= 1
made: 0
done

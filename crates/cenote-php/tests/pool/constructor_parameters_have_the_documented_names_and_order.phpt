--TEST--
SPEC 3.1: the constructor's parameters have the documented names, order and types
--FILE--
<?php
use Async\Pool;

require __DIR__ . '/helpers.inc';

foreach ((new ReflectionMethod(Pool::class, '__construct'))->getParameters() as $p) {
    line($p->getPosition() + 1, $p->getName(), (string) $p->getType(), $p->isOptional() ? 'optional' : 'required');
}

finish();
--EXPECT--
1 factory callable required
2 destructor ?callable optional
3 healthcheck ?callable optional
4 beforeAcquire ?callable optional
5 beforeRelease ?callable optional
6 min int optional
7 max int optional
8 healthcheckInterval int optional
9 acquireTimeout int optional
10 maxLifetime int optional
11 idleTimeout int optional
12 maxWaiters int optional
13 recoveryLimit int optional
done

--TEST--
SPEC 10.7, 11.6: what destructors throw leaves the resize() that ran them; all of them have run, and the pool has its new size
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$made = 0;
$pool = new Async\Pool(
    factory: function () use (&$made): Res { return new Res(++$made); },
    destructor: function (Res $r): void { throw new Exception("destroyed $r"); },
    max: 3,
);
array_map($pool->release(...), [$pool->acquire(), $pool->acquire(), $pool->acquire()]);
$error = throws(fn () => $pool->resize(1));
line($error->getPrevious());
counts($pool);
line($pool->stats()['max']);
throws($pool->close(...));

finish();
--EXPECT--
Exception: destroyed r2
Exception: destroyed r1
total=1 idle=1 active=0
1
Exception: destroyed r3
done

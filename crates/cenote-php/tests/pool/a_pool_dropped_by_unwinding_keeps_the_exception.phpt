--TEST--
SPEC 10.4, 12.6, 12.7, 34.7: when unwinding drops the last reference to a pool, its destructors run and the exception goes on
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$boom = new RuntimeException('on its way');
$probe = new Probe();
$work = function () use ($probe, $boom) {
    $pool = $probe->pool(min: 2);
    throw $boom;
};
try {
    $work();
} catch (Throwable $e) {
    line($e === $boom, $e->getPrevious());
}
line('destroyed', count($probe->destroyed));

finish();
--EXPECTF--
make r1
make r2
destroy r%d
destroy r%d
true null
destroyed 2
done

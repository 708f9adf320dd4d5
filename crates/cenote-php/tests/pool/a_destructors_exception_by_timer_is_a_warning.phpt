--TEST--
SPEC 10.7, 13.9: an idle timeout whose destructor throws warns, and goes on with the next
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$thrown = 0;
$pool = (new Probe())->pool(
    destructor: function ($r) use (&$thrown) {
        $thrown++;
        throw new RuntimeException("cannot destroy $r");
    },
    idleTimeout: 1,
);
$a = $pool->acquire();
$b = $pool->acquire();
$pool->release($a);
$pool->release($b);
until(function () use (&$thrown) {
    return $thrown === 2;
}, 'both deaths');
counts($pool);

finish();
--EXPECTF--
make r1
make r2
%AWarning: %scannot destroy r1%AWarning: %scannot destroy r2%A
total=0 idle=0 active=0
done

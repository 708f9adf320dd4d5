--TEST--
SPEC 10.7: in a background round a destructor's exception becomes an E_WARNING
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$thrown = 0;
$pool = (new Probe())->pool(
    destructor: function ($r) use (&$thrown) {
        $thrown++;
        throw new RuntimeException("cannot destroy $r");
    },
    healthcheck: fn ($r) => $r->id > 1,
    healthcheckInterval: 1,
);
$pool->release($pool->acquire());
until(function () use (&$thrown) {
    return $thrown === 1;
}, 'the death');
counts($pool);

finish();
--EXPECTF--
make r1
%AWarning: %scannot destroy r1%A
total=0 idle=0 active=0
done

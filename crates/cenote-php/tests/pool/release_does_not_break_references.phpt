--TEST--
SPEC 9.5: release of a reference variable, with hooks that take their argument by value, changes nothing for the caller
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$pool = (new Probe())->pool(beforeRelease: function ($r) {
    $r = null;
}, max: 1);
$r = $pool->acquire();
$ref = &$r;
$pool->release($ref);
line($r, $ref);
line($pool->tryAcquire() === $r);

finish();
--EXPECT--
make r1
r1 r1
true
done

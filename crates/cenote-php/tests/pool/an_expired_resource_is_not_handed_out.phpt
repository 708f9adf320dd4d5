--TEST--
SPEC 13.8, 34.30: an idle resource past its age is destroyed when acquire or tryAcquire meets it
--FILE--
<?php
require __DIR__ . '/helpers.inc';

foreach (['acquire', 'tryAcquire'] as $method) {
    $pool = (new Probe())->pool(
        beforeAcquire: fn ($r) => line("check $r"),
        maxLifetime: 20,
    );
    $r = $pool->acquire();
    $pool->release($r);
    // No timer can come before acquire does.
    spin(60);
    line($pool->$method());
    counts($pool);
    stats($pool, 'expired', 'rejected', 'destroyed');
}

finish();
--EXPECT--
make r1
destroy r1
make r2
r2
total=1 idle=0 active=1
expired=1 rejected=0 destroyed=1
make r1
destroy r1
make r2
r2
total=1 idle=0 active=1
expired=1 rejected=0 destroyed=1
done

--TEST--
SPEC 10.2: what beforeRelease throws counts as a rejection and is not passed on
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$pool = (new Probe())->pool(beforeRelease: fn ($r) => throw ($r->id === 1 ? new RuntimeException('broken') : new TypeError('wrong')));
$pool->release($pool->acquire());
$pool->release($pool->acquire());
counts($pool);

finish();
--EXPECT--
make r1
destroy r1
make r2
destroy r2
total=0 idle=0 active=0
done

--TEST--
SPEC 5.6: a factory exception leaves acquire as it is, is not turned into waiting, and occupies nothing
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$boom = new DomainException('refused');
$probe = new Probe();
$pool = $probe->pool(factory: function () use ($probe, &$boom) {
    return $boom ? throw $boom : $probe->make();
}, max: 2);
for ($i = 0; $i < 5; $i++) {
    try {
        $pool->acquire();
    } catch (Throwable $e) {
        line($e === $boom);
    }
}
counts($pool);
[$error, $boom] = [$boom, null];
line($pool->acquire());

// Not turned into waiting either while another resource is out and would come back.
$boom = $error;
line(throws(fn () => $pool->acquire(60_000)) === $error);
counts($pool);

finish();
--EXPECT--
true
true
true
true
true
total=0 idle=0 active=0
make r1
r1
DomainException: refused
true
total=1 idle=0 active=1
done

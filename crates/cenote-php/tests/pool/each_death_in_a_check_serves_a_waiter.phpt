--TEST--
SPEC 13.5, 34.3, 36.1: the place of a resource that dies in its check is granted at that moment
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$gates = [];
$probe = new Probe();
$pool = $probe->pool(healthcheck: function (Res $r) use (&$gates) {
    if ($r->id > 3) {
        return true;
    }
    ($gates[$r->id] = new Gate())->wait();

    return false;
}, max: 1, healthcheckInterval: 1);
$pool->release($pool->acquire());
for ($id = 1; $id <= 3; $id++) {
    until(function () use (&$gates, $id) {
        return isset($gates[$id]);
    }, "the check of r$id");
    worker('waiter', function () use ($pool) {
        $r = $pool->acquire();
        $pool->release($r);

        return $r;
    });
    settle();
    stats($pool, 'waiting');
    $gates[$id]->open();
    settle();
}
$pool->close();
settle();

finish();
--EXPECT--
make r1
waiting=1
destroy r1
make r2
waiter: r2
waiting=1
destroy r2
make r3
waiter: r3
waiting=1
destroy r3
make r4
waiter: r4
destroy r4
done

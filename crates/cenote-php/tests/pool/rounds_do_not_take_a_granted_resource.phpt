--TEST--
SPEC 13.4, 6.3: a round that runs between a grant and its waiter leaves the granted resource alone
--FILE--
<?php
use function Async\spawn;

require __DIR__ . '/helpers.inc';

$pool = (new Probe())->pool(healthcheck: function ($r) {
    line("check $r");

    return false;
}, max: 1, healthcheckInterval: 20);
for ($i = 0; $i < 5; $i++) {
    $r = $pool->acquire();
    $waiter = worker('waiter', function () use ($pool) {
        $r = $pool->acquire();
        line('holds', $r);
        spin(1);

        return $r;
    });
    settle();
    // Runs first after the tick, so that the round is due when it grants.
    spawn(fn () => $pool->release($r));
    spin(50);
    until($waiter->isCompleted(...), 'the waiter');
    $i < 4 && $pool->release($r);
}
$pool->close();

finish();
--EXPECT--
make r1
holds r1
waiter: r1
holds r1
waiter: r1
holds r1
waiter: r1
holds r1
waiter: r1
holds r1
waiter: r1
done

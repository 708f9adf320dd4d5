--TEST--
SPEC 9.4: 15 and 1000 released resources are all kept and reused
--FILE--
<?php
require __DIR__ . '/helpers.inc';

foreach ([15, 1000] as $n) {
    $probe = new Probe(quiet: true);
    $pool = $probe->pool(max: $n);
    for ($round = 0; $round < 3; $round++) {
        $held = [];
        for ($i = 0; $i < $n; $i++) {
            $held[] = $pool->acquire();
        }
        array_map($pool->release(...), $held);
    }
    counts($pool);
    line('made', $probe->made, 'destroyed', count($probe->destroyed), 'in order', $held[0], $held[$n - 1]);
}

finish();
--EXPECT--
total=15 idle=15 active=0
made 15 destroyed 0 in order r1 r15
total=1000 idle=1000 active=0
made 1000 destroyed 0 in order r1 r1000
done

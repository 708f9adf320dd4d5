--TEST--
SPEC 11.4: stats() lets nobody run, and neither time nor use makes it hold more memory
--FILE--
<?php
use function Async\spawn;
use function Async\suspend;

require __DIR__ . '/helpers.inc';

$pool = (new Probe(quiet: true))->pool(max: 1);
$use = function (int $times) use ($pool) {
    for ($i = 0; $i < $times; $i++) {
        $r = $pool->acquire();
        spawn(fn () => $pool->release($pool->acquire()));
        suspend();
        $pool->release($r);
        suspend();
        $pool->stats();
    }
};
$use(200);
$before = memory_get_usage();
$use(5000);
line(memory_get_usage() - $before < 20_000);
spawn(fn () => line('others run'));
$pool->stats();
line('stats read');
settle();

finish();
--EXPECT--
true
stats read
others run
done

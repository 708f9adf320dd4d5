--TEST--
SPEC 11.1, 11.3: count() is idleCount() + activeCount() and at most max; granted idle ones count as idle
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$pool = (new Probe(quiet: true))->pool(max: 3);
counts($pool);
$a = $pool->acquire();
$b = $pool->acquire();
counts($pool);
$pool->release($a);
counts($pool);
$pool->acquire();
$c = $pool->acquire();
worker('waiter', fn () => $pool->acquire());
settle();
$pool->release($c);
counts($pool);
line(count($pool), $pool->count(), $pool->stats()['total'], $pool->stats()['granted']);
settle();
counts($pool);

finish();
--EXPECT--
total=0 idle=0 active=0
total=2 idle=0 active=2
total=2 idle=1 active=1
total=3 idle=1 active=2
3 3 3 1
waiter: r3
total=3 idle=0 active=3
done

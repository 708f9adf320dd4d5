--TEST--
SPEC 12.2: the waiters that close fails do not run inside it
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$pool = (new Probe())->pool(max: 1);
$held = $pool->acquire();
worker('waiter', fn () => $pool->acquire());
settle();
$pool->close();
line('close has returned');
settle();

finish();
--EXPECT--
make r1
close has returned
waiter: Async\PoolException: Pool is closed
done

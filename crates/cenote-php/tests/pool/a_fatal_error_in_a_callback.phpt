--TEST--
SPEC 30.8, 10.3: a fatal error in a callback ends the script without running code of other coroutines
--FILE--
<?php
use function Async\spawn;

require __DIR__ . '/helpers.inc';

bystander();
$pool = (new Probe(quiet: true))->pool(factory: fn () => trigger_error('broken', E_USER_ERROR), max: 1);
spawn(function () use ($pool) {
    try {
        $pool->acquire();
    } finally {
        line('no finally after a fatal error');
    }
});
worker('waiter', fn () => $pool->acquire());
settle();
line('not reached');
--EXPECTF--
%AFatal error: broken in %s on line %d
shutdown

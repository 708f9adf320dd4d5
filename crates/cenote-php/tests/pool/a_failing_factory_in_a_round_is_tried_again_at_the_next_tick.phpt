--TEST--
SPEC 13.6, 34.26: a factory failure in a round is thrown into no coroutine, and later ticks try again
--FILE--
<?php
require __DIR__ . '/helpers.inc';

set_exception_handler(fn ($e) => line('reported', $e));
$calls = 0;
$failing = false;
$probe = new Probe(quiet: true);
$pool = $probe->pool(
    factory: function () use ($probe, &$failing, &$calls) {
        $calls++;

        return $failing ? throw new RuntimeException('refused') : $probe->make();
    },
    beforeRelease: fn () => false,
    min: 1,
    healthcheckInterval: 1,
);
$r = $pool->acquire();
$failing = true;
$pool->release($r);
until(function () use (&$calls) {
    return $calls > 4;
}, 'several attempts');
counts($pool);
line($pool->stats()['createFailures'] > 3);
$failing = false;
until(fn () => $pool->idleCount() === 1, 'the replacement');
counts($pool);
$pool->close();

finish();
--EXPECT--
total=0 idle=0 active=0
true
total=1 idle=1 active=0
done

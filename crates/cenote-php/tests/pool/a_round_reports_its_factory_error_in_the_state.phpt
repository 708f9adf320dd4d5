--TEST--
SPEC 13.6, 7.3: a factory failure in a round is kept as the last factory error
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$probe = new Probe(quiet: true);
$failed = false;
$gate = new Gate();
$pool = $probe->pool(
    factory: function () use ($probe, $gate, &$failed) {
        if ($probe->made === 2 && !$failed) {
            $failed = true;
            throw new RuntimeException('refused in a round');
        }
        $failed && $gate->wait();

        return $probe->make();
    },
    beforeRelease: fn ($r) => $r->id !== 1,
    min: 2,
    max: 2,
    healthcheckInterval: 1,
);
[$a, $b] = [$pool->acquire(), $pool->acquire()];
$pool->release($a);
until(function () use (&$failed, $pool) {
    return $failed && $pool->stats()['creating'] === 1;
}, 'a second attempt');
throws(fn () => $pool->acquire(1));
$gate->open();
settle();
counts($pool);
$pool->close();

finish();
--EXPECTF--
Async\TimeoutException: No resource within 1 ms: max=2 active=1 idle=0 creating=1 waiting=1 breaker=ACTIVE longest hold=%d ms; last factory error: RuntimeException: refused in a round
total=2 idle=1 active=1
done

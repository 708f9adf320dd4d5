--TEST--
SPEC 13.8: each lifetime is reduced by a random part of up to 10 %, and by no more
--FILE--
<?php
require __DIR__ . '/helpers.inc';

// A stall of the machine may make all expire at once: up to five attempts.
for ($attempt = 0, $spread = 0.0; $attempt < 5 && $spread < 5.0; $attempt++) {
    $times = [];
    $start = hrtime(true);
    $pool = (new Probe(quiet: true))->pool(destructor: function () use (&$times, $start) {
        $times[] = (hrtime(true) - $start) / 1e6;
    }, min: 20, max: 20, maxLifetime: 400);
    until(function () use (&$times) {
        return count($times) === 20;
    }, 'expiry of all');
    $spread = max($times) - min($times);
    min($times) >= 345.0 || line('too early:', min($times));
}
line('apart:', $spread >= 5.0);

finish();
--EXPECT--
apart: true
done

--TEST--
SPEC 14.11: in RECOVERING results of resources taken before recover() change nothing
--FILE--
<?php
use Async\ConsecutiveFailures;

require __DIR__ . '/helpers.inc';

$ok = true;
$pool = (new Probe(quiet: true))->pool(beforeRelease: function () use (&$ok) {
    return $ok;
});
$pool->setCircuitBreakerStrategy(new ConsecutiveFailures(threshold: 1));
$old = [$pool->acquire(), $pool->acquire()];
$pool->recover();
$pool->release($old[0]);
line('old success:', $pool->getState());
$ok = false;
$pool->release($old[1]);
line('old failure:', $pool->getState());
$r = $pool->acquire();
$ok = true;
$pool->release($r);
line('new success:', $pool->getState());

finish();
--EXPECT--
old success: RECOVERING
old failure: RECOVERING
new success: ACTIVE
done

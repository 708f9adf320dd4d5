--TEST--
SPEC 14.6: setting null removes the strategy, setting another replaces it
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$pool = (new Probe(quiet: true))->pool(max: 1);
$use = fn () => $pool->release($pool->acquire());
$use();
$pool->setCircuitBreakerStrategy(new Strategy(onSuccess: fn () => line('by the first')));
$use();
$pool->setCircuitBreakerStrategy(new Strategy(onSuccess: fn () => line('by the second')));
$use();
$pool->setCircuitBreakerStrategy(null);
$use();
line('no report');
$weak = WeakReference::create($strategy = new Strategy());
$pool->setCircuitBreakerStrategy($strategy);
unset($strategy);
line($weak->get() !== null);
$pool->setCircuitBreakerStrategy(null);
line($weak->get());

finish();
--EXPECT--
success
by the first
success
by the second
no report
true
null
done

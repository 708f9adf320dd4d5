--TEST--
SPEC 6.2, 11.5: waiters() shows the line in the order in which it will be served, as many as stats() counts
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$pool = (new Probe(quiet: true))->pool(max: 1);
$mine = $pool->acquire();
line($pool->waiters());
foreach (['ann', 'bert', 'carol'] as $name) {
    $waiters[] = Async\spawn(fn () => $pool->release($pool->acquire()));
}
settle();
Async\delay(60);
$line = $pool->waiters();
line(array_column($line, 'coroutine') === array_map(fn ($waiter) => $waiter->getId(), $waiters));
line(array_keys($line[0]), min(array_column($line, 'ms')) >= 40, count($line) === $pool->stats()['waiting']);

$waiters[1]->cancel();
settle();
line(array_column($pool->waiters(), 'coroutine') === [$waiters[0]->getId(), $waiters[2]->getId()]);
$pool->release($mine);
line(array_column($pool->waiters(), 'coroutine') === [$waiters[2]->getId()], $pool->stats()['granted']);
Async\await_all($waiters);
line($pool->waiters());

finish();
--EXPECT--
[]
true
[coroutine, ms] true true
true
true 1
[]
done

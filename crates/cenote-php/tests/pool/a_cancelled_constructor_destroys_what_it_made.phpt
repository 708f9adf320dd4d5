--TEST--
SPEC 4.3, 10.5: a cancellation during prewarm leaves the constructor, and what was made is destroyed
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$gate = new Gate();
$probe = new Probe();
$builder = worker('builder', fn () => $probe->pool(factory: function () use ($probe, $gate) {
    $probe->made === 1 && $gate->wait();

    return $probe->make();
}, min: 3));
settle();
$builder->cancel();
settle();
line('made', $probe->made);

finish();
--EXPECT--
make r1
destroy r1
builder: Async\AsyncCancellation
made 1
done

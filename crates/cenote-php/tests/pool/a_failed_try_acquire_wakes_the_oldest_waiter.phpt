--TEST--
SPEC 8.2, 5.6: when tryAcquire's factory fails, the place it used goes to whoever waits
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$gate = new Gate();
$probe = new Probe();
$calls = 0;
$pool = $probe->pool(factory: function () use ($probe, $gate, &$calls) {
    $call = ++$calls;
    $gate->wait();

    return $call === 1 ? throw new RuntimeException('refused') : $probe->make();
}, max: 1);
worker('try', fn () => $pool->tryAcquire());
worker('waiter', fn () => $pool->acquire());
settle();
$gate->open();
settle();

finish();
--EXPECT--
try: RuntimeException: refused
make r1
waiter: r1
done

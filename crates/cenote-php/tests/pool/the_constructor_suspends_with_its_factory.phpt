--TEST--
SPEC 4.4: while prewarm's factory is suspended the constructor is, and others run
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$gate = new Gate();
$probe = new Probe();
worker('builder', function () use ($probe, $gate) {
    $pool = $probe->pool(factory: function () use ($probe, $gate) {
        $gate->wait();

        return $probe->make();
    }, min: 1);

    return 'has ' . count($pool);
});
settle();
line('others run');
$gate->open();
settle();

finish();
--EXPECT--
others run
make r1
destroy r1
builder: has 1
done

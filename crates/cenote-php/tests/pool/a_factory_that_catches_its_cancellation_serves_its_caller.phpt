--TEST--
SPEC 10.5: if the factory itself catches the cancellation, what it returns is handed out
--FILE--
<?php
use Async\AsyncCancellation;

require __DIR__ . '/helpers.inc';

$gate = new Gate();
$probe = new Probe();
$pool = $probe->pool(factory: function () use ($probe, $gate) {
    try {
        $gate->wait();
    } catch (AsyncCancellation) {
        line('factory caught it');
    }

    return $probe->make();
});
$creator = worker('creator', fn () => $pool->acquire());
settle();
$creator->cancel();
settle();
counts($pool);

finish();
--EXPECT--
factory caught it
make r1
creator: r1
total=1 idle=0 active=1
done

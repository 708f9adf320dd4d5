--TEST--
SPEC 10.3, 11.1, 36.2: whichever callback is suspended, its resource counts as active and max is kept
--FILE--
<?php
use function Async\spawn;

require __DIR__ . '/helpers.inc';

$gates = [];
$suspend = function (string $what) use (&$gates) {
    ($gates[$what] = new Gate())->wait();
};
$probe = new Probe(quiet: true);
$pool = $probe->pool(
    factory: function () use ($probe, $suspend) {
        $suspend('factory');

        return $probe->make();
    },
    destructor: fn () => $suspend('destructor'),
    beforeAcquire: fn () => $suspend('beforeAcquire'),
    beforeRelease: function ($r) use ($suspend) {
        $suspend('beforeRelease');

        return $r->id !== 1 || ++$r->link < 2;
    },
    max: 1,
);
$coroutine = spawn(function () use ($pool) {
    $r = $pool->acquire();
    $pool->release($r);
    $r = $pool->acquire();
    $pool->release($r);
});
foreach (['factory', 'beforeRelease', 'beforeAcquire', 'beforeRelease', 'destructor'] as $what) {
    settle();
    line($what, 'is suspended:', isset($gates[$what]), 'free:', $pool->tryAcquire());
    counts($pool);
    $gate = $gates[$what];
    unset($gates[$what]);
    $gate->open();
}
settle();
counts($pool);

finish();
--EXPECT--
factory is suspended: true free: null
total=1 idle=0 active=1
beforeRelease is suspended: true free: null
total=1 idle=0 active=1
beforeAcquire is suspended: true free: null
total=1 idle=0 active=1
beforeRelease is suspended: true free: null
total=1 idle=0 active=1
destructor is suspended: true free: null
total=1 idle=0 active=1
total=0 idle=0 active=0
done

--TEST--
SPEC 4.1: the constructor makes min resources one after another, and all are idle when it returns
--FILE--
<?php
use function Async\suspend;

require __DIR__ . '/helpers.inc';

$probe = new Probe();
$pool = $probe->pool(factory: function () use ($probe) {
    line('begin');
    suspend();
    $r = $probe->make();
    suspend();
    line('end');

    return $r;
}, beforeAcquire: fn ($r) => line("check $r"), min: 3);
counts($pool);
line($pool->acquire(), $pool->acquire(), $pool->acquire());

finish();
--EXPECT--
begin
make r1
end
begin
make r2
end
begin
make r3
end
total=3 idle=3 active=0
check r1
check r2
check r3
r1 r2 r3
done

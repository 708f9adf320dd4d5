--TEST--
SPEC 7.3: the message states the pool's counts, the breaker, the longest hold and the last factory error
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$broken = false;
$probe = new Probe();
$pool = $probe->pool(factory: function () use ($probe, &$broken) {
    return $broken ? throw new RuntimeException('refused') : $probe->make();
}, max: 2);
$a = $pool->acquire();
worker('1st', fn () => $pool->acquire(1));
$broken = true;
throws(fn () => $pool->acquire());
$broken = false;
$b = $pool->acquire();
foreach (['2nd', '3rd', '4th'] as $i => $name) {
    worker($name, fn () => $pool->acquire(20 + 40 * $i));
}
until(fn () => $pool->stats()['timeouts'] === 4, 'all timeouts');

finish();
--EXPECTF--
make r1
RuntimeException: refused
make r2
1st: Async\TimeoutException: No resource within 1 ms: max=2 active=2 idle=0 creating=0 waiting=%d breaker=ACTIVE longest hold=%d ms; last factory error: RuntimeException: refused
2nd: Async\TimeoutException: No resource within 20 ms: max=2 active=2 idle=0 creating=0 waiting=3 breaker=ACTIVE longest hold=%d ms; last factory error: RuntimeException: refused
3rd: Async\TimeoutException: No resource within 60 ms: max=2 active=2 idle=0 creating=0 waiting=2 breaker=ACTIVE longest hold=%d ms; last factory error: RuntimeException: refused
4th: Async\TimeoutException: No resource within 100 ms: max=2 active=2 idle=0 creating=0 waiting=1 breaker=ACTIVE longest hold=%d ms; last factory error: RuntimeException: refused
done

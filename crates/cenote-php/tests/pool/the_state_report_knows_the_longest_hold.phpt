--TEST--
SPEC 7.3, 11.4: the longest hold is that of the resource which is out longest, not one that came back
--FILE--
<?php
use Async\TimeoutException;

require __DIR__ . '/helpers.inc';

$pool = (new Probe(quiet: true))->pool(max: 2);
$old = $pool->acquire();
spin(300);
$pool->release($old);
$a = $pool->acquire();
$b = $pool->acquire();
spin(120);
$pool->release($b);
$since = hrtime(true);
$b = $pool->acquire();
try {
    $pool->acquire(1);
} catch (TimeoutException $e) {
    preg_match('/longest hold=(\d+) ms/', $e->getMessage(), $m);
}
// The coarse clock may be 10 ms off.
line($m[1] >= 110, $pool->stats()['longestHold'] >= 110);
line($pool->stats()['holdMax'] >= 290);
$pool->release($a);
line($pool->stats()['longestHold'] <= (hrtime(true) - $since) / 1e6 + 10);
$pool->release($b);

finish();
--EXPECT--
true true
true
true
done

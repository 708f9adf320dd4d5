--TEST--
SPEC 11.4: with cenote.leak_threshold_ms set, longestHoldAt is the file and line that took the longest hold
--INI--
cenote.leak_threshold_ms=1
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$pool = (new Probe(quiet: true))->pool(max: 2);
$a = $pool->acquire(); $line = __LINE__;
$b = $pool->acquire();
spin(30);
line($pool->stats()['longestHoldAt'] === __FILE__ . ':' . $line);

finish();
--EXPECT--
true
done

--TEST--
SPEC 7.3, 11.4: with cenote.leak_threshold_ms set, a timeout says where the longest hold was taken
--INI--
cenote.leak_threshold_ms=1
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$pool = (new Probe(quiet: true))->pool(max: 1);
$a = $pool->acquire(); $line = __LINE__;
try {
    $pool->acquire(5);
} catch (Async\TimeoutException $e) {
    line(str_ends_with($e->getMessage(), '; the longest hold was taken at ' . __FILE__ . ":$line"));
}
$pool->release($a);

finish();
--EXPECT--
true
done

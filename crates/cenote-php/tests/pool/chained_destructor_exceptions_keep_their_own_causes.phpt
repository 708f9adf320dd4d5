--TEST--
SPEC 12.5: exceptions that already have a previous, or are thrown twice, are chained without loss or loop
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$same = new RuntimeException('same');
$calls = 0;
$pool = (new Probe(quiet: true))->pool(destructor: function () use (&$calls, $same) {
    throw match (++$calls) {
        1 => new RuntimeException('first'),
        2 => new RuntimeException('second', 0, new LogicException('cause of second')),
        default => $same,
    };
}, min: 4);
try {
    $pool->close();
} catch (Throwable $e) {
    for ($i = 0; $e && $i < 10; $i++, $e = $e->getPrevious()) {
        line($e);
    }
}
line($calls);

finish();
--EXPECT--
RuntimeException: same
RuntimeException: second
LogicException: cause of second
RuntimeException: first
4
done

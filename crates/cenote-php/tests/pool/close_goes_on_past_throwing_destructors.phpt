--TEST--
SPEC 12.5, 36.3: each destructor is called though others throw; close throws the last, the earlier ones chained behind it
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$seen = [];
$pool = (new Probe())->pool(destructor: function ($r) use (&$seen) {
    $seen[] = $r->id;
    if (count($seen) !== 2) {
        throw new RuntimeException('failure ' . count($seen));
    }
}, min: 4);
try {
    $pool->close();
} catch (Throwable $e) {
    for (; $e; $e = $e->getPrevious()) {
        line($e);
    }
}
line(count($seen), count(array_unique($seen)));
counts($pool);
$pool->close();

finish();
--EXPECT--
make r1
make r2
make r3
make r4
RuntimeException: failure 4
RuntimeException: failure 3
RuntimeException: failure 1
4 4
total=0 idle=0 active=0
done

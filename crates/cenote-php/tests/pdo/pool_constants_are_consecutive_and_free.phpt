--TEST--
SPEC 16.2, 16.8: the ATTR_POOL_* constants are consecutive integers, the same for ever, in a range that no stock attribute uses
--FILE--
<?php
require __DIR__ . '/helpers.inc';
$names = ['ENABLED', 'MIN', 'MAX', 'HEALTHCHECK_INTERVAL', 'STMT_CACHE_SIZE', 'ACQUIRE_TIMEOUT', 'MAX_LIFETIME', 'IDLE_TIMEOUT',
    'RESET', 'INIT', 'QUERY_TIMEOUT', 'CREDENTIALS', 'PERSISTENT'];
$numbers = array_map(fn($name) => constant("PDO::ATTR_POOL_$name"), $names);
say('consecutive in order', $numbers === range($numbers[0], $numbers[0] + 12));
say('from', $numbers[0]);
say('below the driver range', max($numbers) < 1000);
$stock = array_filter(
    (new ReflectionClass('PDO'))->getConstants(),
    fn($name) => str_contains($name, 'ATTR_') && !str_starts_with($name, 'ATTR_POOL_'),
    ARRAY_FILTER_USE_KEY,
);
say('shared with stock', array_values(array_intersect($stock, $numbers)));
say('room above stock', min($numbers) > max(array_filter($stock, fn($n) => $n < 1000)));
echo "done\n";
--EXPECT--
consecutive in order: true
from: 200
below the driver range: true
shared with stock: []
room above stock: true
done

--TEST--
SPEC 16.8: a wrong type for a pool attribute is the TypeError of stock PDO, and nothing is made
--FILE--
<?php
require __DIR__ . '/helpers.inc';
$file = database();
$stock = [
    'bool' => thrown(fn() => (new PDO('sqlite::memory:'))->setAttribute(PDO::ATTR_STRINGIFY_FETCHES, []))->getMessage(),
    'int' => thrown(fn() => (new PDO('sqlite::memory:'))->setAttribute(PDO::ATTR_CASE, []))->getMessage(),
];
foreach (['ENABLED' => 'bool', 'MIN' => 'int', 'MAX' => 'int', 'STMT_CACHE_SIZE' => 'int'] as $name => $type) {
    $e = thrown(fn() => new PDO("sqlite:$file", null, null, [constant("PDO::ATTR_POOL_$name") => []] + [PDO::ATTR_POOL_ENABLED => true]));
    say($name, get_class($e), $e->getMessage() === $stock[$type]);
}
foreach (['HEALTHCHECK_INTERVAL', 'ACQUIRE_TIMEOUT', 'MAX_LIFETIME', 'IDLE_TIMEOUT', 'RESET', 'INIT'] as $name) {
    say($name, get_class(thrown(fn() => pool(1, $file, [constant("PDO::ATTR_POOL_$name") => [], PDO::ATTR_POOL_MIN => 1]))));
}
say('connected', opened($file));
echo "done\n";
--EXPECT--
ENABLED: TypeError | true
MIN: TypeError | true
MAX: TypeError | true
STMT_CACHE_SIZE: TypeError | true
HEALTHCHECK_INTERVAL: TypeError
ACQUIRE_TIMEOUT: TypeError
MAX_LIFETIME: TypeError
IDLE_TIMEOUT: TypeError
RESET: TypeError
INIT: TypeError
connected: 0
done

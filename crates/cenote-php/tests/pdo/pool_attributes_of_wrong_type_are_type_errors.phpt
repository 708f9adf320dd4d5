--TEST--
SPEC 16.8: a wrong type for a pool attribute is a TypeError in the words of stock PDO with the attribute's name, and nothing is made
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
    say($name, get_class($e), $e->getMessage() === str_replace('selected attribute', "PDO::ATTR_POOL_$name", $stock[$type]));
}
foreach (['1 s', 5.5, null, new stdClass()] as $wrong) {
    say(get_debug_type($wrong), thrown(fn() => pool(1, $file, [PDO::ATTR_POOL_MIN => $wrong]))->getMessage());
}
foreach (['HEALTHCHECK_INTERVAL', 'ACQUIRE_TIMEOUT', 'MAX_LIFETIME', 'IDLE_TIMEOUT', 'QUERY_TIMEOUT', 'CREDENTIALS'] as $name) {
    foreach (['1 s', []] as $wrong) {
        $e = thrown(fn() => pool(1, $file, [constant("PDO::ATTR_POOL_$name") => $wrong, PDO::ATTR_POOL_MIN => 1]));
        say($name, get_class($e), $e->getMessage());
    }
}
foreach (['RESET', 'INIT'] as $name) {
    say($name, thrown(fn() => pool(1, $file, [constant("PDO::ATTR_POOL_$name") => [], PDO::ATTR_POOL_MIN => 1]))->getMessage());
}
say('connected', opened($file));
echo "done\n";
--EXPECT--
ENABLED: TypeError | true
MIN: TypeError | true
MAX: TypeError | true
STMT_CACHE_SIZE: TypeError | true
string: Attribute value must be of type int for PDO::ATTR_POOL_MIN, string given
float: Attribute value must be of type int for PDO::ATTR_POOL_MIN, float given
null: Attribute value must be of type int for PDO::ATTR_POOL_MIN, null given
stdClass: Attribute value must be of type int for PDO::ATTR_POOL_MIN, stdClass given
HEALTHCHECK_INTERVAL: TypeError | Attribute value must be of type int|float for PDO::ATTR_POOL_HEALTHCHECK_INTERVAL, string given
HEALTHCHECK_INTERVAL: TypeError | Attribute value must be of type int|float for PDO::ATTR_POOL_HEALTHCHECK_INTERVAL, array given
ACQUIRE_TIMEOUT: TypeError | Attribute value must be of type int|float for PDO::ATTR_POOL_ACQUIRE_TIMEOUT, string given
ACQUIRE_TIMEOUT: TypeError | Attribute value must be of type int|float for PDO::ATTR_POOL_ACQUIRE_TIMEOUT, array given
MAX_LIFETIME: TypeError | Attribute value must be of type int|float for PDO::ATTR_POOL_MAX_LIFETIME, string given
MAX_LIFETIME: TypeError | Attribute value must be of type int|float for PDO::ATTR_POOL_MAX_LIFETIME, array given
IDLE_TIMEOUT: TypeError | Attribute value must be of type int|float for PDO::ATTR_POOL_IDLE_TIMEOUT, string given
IDLE_TIMEOUT: TypeError | Attribute value must be of type int|float for PDO::ATTR_POOL_IDLE_TIMEOUT, array given
QUERY_TIMEOUT: TypeError | Attribute value must be of type int|float for PDO::ATTR_POOL_QUERY_TIMEOUT, string given
QUERY_TIMEOUT: TypeError | Attribute value must be of type int|float for PDO::ATTR_POOL_QUERY_TIMEOUT, array given
CREDENTIALS: TypeError | Attribute value must be of type callable for PDO::ATTR_POOL_CREDENTIALS, string given
CREDENTIALS: TypeError | Attribute value must be of type callable for PDO::ATTR_POOL_CREDENTIALS, array given
RESET: Attribute value must be of type string for PDO::ATTR_POOL_RESET, array given
INIT: Attribute value must be of type string for PDO::ATTR_POOL_INIT, array given
connected: 0
done

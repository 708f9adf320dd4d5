--TEST--
SPEC 16.2, 16.5: getAttribute answers the pool attributes with their defaults, without a connection
--FILE--
<?php
require __DIR__ . '/helpers.inc';
$pdo = new PDO('sqlite:' . database(), null, null, [PDO::ATTR_POOL_ENABLED => true]);
foreach (['ENABLED', 'MIN', 'MAX', 'STMT_CACHE_SIZE', 'ACQUIRE_TIMEOUT', 'MAX_LIFETIME', 'IDLE_TIMEOUT', 'RESET', 'INIT', 'QUERY_TIMEOUT', 'PERSISTENT'] as $name) {
    $value = $pdo->getAttribute(constant("PDO::ATTR_POOL_$name"));
    say($name, is_float($value) ? (int) $value : $value);
}
say('usage', usage($pdo), $pdo->getPool()->stats()['created']);
echo "done\n";
--EXPECT--
ENABLED: true
MIN: 0
MAX: 10
STMT_CACHE_SIZE: 0
ACQUIRE_TIMEOUT: 30
MAX_LIFETIME: 1800
IDLE_TIMEOUT: 600
RESET: auto
INIT: 
QUERY_TIMEOUT: 0
PERSISTENT: false
usage: 0 idle, 0 active | 0
done

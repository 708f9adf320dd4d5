--TEST--
SPEC 16.5: getAttribute gives the value of each pool attribute
--FILE--
<?php
require __DIR__ . '/helpers.inc';
$given = ['MIN' => 1, 'MAX' => 4, 'STMT_CACHE_SIZE' => 16, 'ACQUIRE_TIMEOUT' => 0.25, 'MAX_LIFETIME' => 0, 'IDLE_TIMEOUT' => 2.5,
    'RESET' => 'always', 'INIT' => 'SELECT 1'];
$options = [PDO::ATTR_POOL_ENABLED => true];
foreach ($given as $name => $value) {
    $options[constant("PDO::ATTR_POOL_$name")] = $value;
}
$pdo = new PDO('sqlite:' . database(), null, null, $options);
foreach ($given as $name => $value) {
    say($name, $pdo->getAttribute(constant("PDO::ATTR_POOL_$name")) == $value);
}
say('usage', usage($pdo));
echo "done\n";
--EXPECT--
MIN: true
MAX: true
STMT_CACHE_SIZE: true
ACQUIRE_TIMEOUT: true
MAX_LIFETIME: true
IDLE_TIMEOUT: true
RESET: true
INIT: true
usage: 1 idle, 0 active
done

--TEST--
SPEC 16.5: without a pool ENABLED, MIN and MAX are read as false
--FILE--
<?php
require __DIR__ . '/helpers.inc';
$pdo = new PDO('sqlite::memory:', null, null, [PDO::ATTR_POOL_MIN => 2, PDO::ATTR_POOL_MAX => 5]);
foreach (['ENABLED', 'MIN', 'MAX'] as $name) {
    say($name, $pdo->getAttribute(constant("PDO::ATTR_POOL_$name")));
}
say('still works', value($pdo, 'SELECT 1'));
echo "done\n";
--EXPECT--
ENABLED: false
MIN: false
MAX: false
still works: 1
done

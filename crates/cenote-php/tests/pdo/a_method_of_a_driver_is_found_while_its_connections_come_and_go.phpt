--TEST--
SPEC 26.2, 26.4: a method of the driver is found on an object whose connections are cleaned or aged out at each give-back
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$file = database(TABLE);
foreach (['always' => 1800, 'auto' => 0.000001] as $reset => $lifetime) {
    $pdo = pool(2, $file, [PDO::ATTR_POOL_RESET => $reset, PDO::ATTR_POOL_MAX_LIFETIME => $lifetime]);
    // Each name is new to the process, so it is looked up on a connection that is gone when the call begins.
    if ($reset === 'always') {
        say('function', $pdo->sqliteCreateFunction('one', fn() => 1, 0));
        say('its value', value($pdo, 'SELECT one()'));
    } else {
        say('collation', $pdo->sqliteCreateCollation('reverse', fn($a, $b) => strcmp($b, $a)));
        say('aggregate', $pdo->sqliteCreateAggregate('last', fn($last, $row, $x) => $x, fn($last) => $last, 1));
    }
}
echo "done\n";
?>
--EXPECT--
function: true
its value: 1
collation: true
aggregate: true
done

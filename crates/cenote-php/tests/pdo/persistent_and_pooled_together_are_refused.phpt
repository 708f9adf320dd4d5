--TEST--
SPEC 16.4, 35.22: ATTR_PERSISTENT with ATTR_POOL_ENABLED is a PDOException that names both
--FILE--
<?php
require __DIR__ . '/helpers.inc';
$file = database();
foreach ([true, 'key', 1] as $persistent) {
    $e = thrown(fn() => pool(1, $file, [PDO::ATTR_PERSISTENT => $persistent, PDO::ATTR_POOL_MIN => 1]));
    say(
        var_export($persistent, true),
        get_class($e),
        str_contains($e->getMessage(), 'ATTR_POOL_ENABLED'),
        str_contains($e->getMessage(), 'cannot be used with'),
        str_contains($e->getMessage(), 'ATTR_PERSISTENT'),
    );
}
say('connected', opened($file));
say('not persistent', value(pool(1, $file, [PDO::ATTR_PERSISTENT => false]), 'SELECT 1'));
echo "done\n";
--EXPECT--
true: PDOException | true | true | true
'key': PDOException | true | true | true
1: PDOException | true | true | true
connected: 0
not persistent: 1
done

--TEST--
SPEC 16.1, 16.6: pooling is on with ATTR_POOL_ENABLED => true and otherwise off
--FILE--
<?php
require __DIR__ . '/helpers.inc';
$file = database();
$sets = [
    'no options' => null,
    'other pool options' => [PDO::ATTR_POOL_MAX => 3],
    'false' => [PDO::ATTR_POOL_ENABLED => false, PDO::ATTR_POOL_MIN => 2],
    'true' => [PDO::ATTR_POOL_ENABLED => true],
];
foreach ($sets as $name => $options) {
    $pdo = new PDO("sqlite:$file", null, null, $options);
    say($name, $pdo->getAttribute(PDO::ATTR_POOL_ENABLED), get_debug_type($pdo->getPool()));
}
echo "done\n";
--EXPECT--
no options: false | null
other pool options: false | null
false: false | null
true: true | Async\Pool
done

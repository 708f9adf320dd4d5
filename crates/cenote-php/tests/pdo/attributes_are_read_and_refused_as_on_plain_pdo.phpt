--TEST--
SPEC 24.3, 24.4: every stock attribute is read, set or refused as on plain PDO, EMULATE_PREPARES included, and what is refused is not recorded
--FILE--
<?php
require __DIR__ . '/helpers.inc';
$cases = [];
foreach ((new ReflectionClass('PDO'))->getConstants() as $name => $attribute) {
    if (preg_match('/^(SQLITE_)?ATTR_(?!POOL_)/', $name)) {
        $cases["read $name"] = fn($pdo) => $pdo->getAttribute($attribute);
        foreach ([0, true, 'x'] as $value) {
            $cases["set $name to " . var_export($value, true)] = fn($pdo) => [
                throws(fn() => var_dump($pdo->setAttribute($attribute, $value))),
                $pdo->query('SELECT 1 AS a')->fetchAll(),
                throws(fn() => var_dump($pdo->getAttribute($attribute))),
            ];
        }
    }
}
same_as_plain($cases);
$pdo = pool(2, database());
thrown(fn() => $pdo->setAttribute(PDO::ATTR_EMULATE_PREPARES, true));
thrown(fn() => $pdo->setAttribute(PDO::ATTR_PREFETCH, 5));
$statement = $pdo->query('SELECT 1');
Async\await(Async\spawn(fn() => say('a connection made later', value($pdo, 'SELECT 2'))));
echo "done\n";
--EXPECT--
compared
a connection made later: 2
done

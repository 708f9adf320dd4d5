--TEST--
SPEC 16.1, 16.7, 29.5: dumping, casting, comparing, cloning and serialising show a plain PDO object and nothing of its connections
--FILE--
<?php
require __DIR__ . '/helpers.inc';
class Own extends PDO
{
    public $mine = 1;
}
$hold = function (PDO $pdo, callable $look) {
    $statement = $pdo->query('SELECT 1');
    return $look($pdo);
};
same_as_plain(array_map(fn($look) => fn($pdo) => $hold($pdo, $look), [
    'var_dump' => fn($pdo) => $pdo,
    'print_r' => fn($pdo) => print_r($pdo, true),
    'var_export' => fn($pdo) => var_export($pdo, true),
    'array' => fn($pdo) => (array) $pdo,
    'variables' => fn($pdo) => get_object_vars($pdo),
    'methods' => fn($pdo) => get_class_methods($pdo),
    'json' => fn($pdo) => json_encode($pdo),
    'clone' => fn($pdo) => clone $pdo,
    'serialise' => fn($pdo) => serialize($pdo),
    'unserialise' => fn($pdo) => unserialize('O:3:"PDO":0:{}'),
    'equality' => fn($pdo) => [$pdo == $pdo, $pdo === $pdo, $pdo == new PDO('sqlite::memory:'), (bool) $pdo],
    'write a property' => function ($pdo) {
        $pdo->extra = 1;
        return [$pdo->extra, isset($pdo->extra), isset($pdo->none)];
    },
    'string' => fn($pdo) => (string) $pdo,
    'iterate' => function ($pdo) {
        foreach ($pdo as $name => $value) {
            echo "$name\n";
        }
    },
]));
echo "done\n";
--EXPECT--
compared
done

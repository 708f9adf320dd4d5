--TEST--
SPEC 26.2, 27.5: driver methods work through callables, subclasses and wrong arguments as on plain PDO
--FILE--
<?php
require __DIR__ . '/helpers.inc';
class Sub extends PDO
{
    public function register(): bool
    {
        return $this->sqliteCreateFunction('mine', 'strrev', 1);
    }
}
same_as_plain([
    'callable' => fn($pdo) => [call_user_func([$pdo, 'sqliteCreateFunction'], 'mine', 'strrev'), value($pdo, "SELECT mine('abc')")],
    'first class' => fn($pdo) => [($pdo->sqliteCreateCollation(...))('c', 'strcmp'), value($pdo, "SELECT 'a' < 'b' COLLATE c")],
    'upper case' => fn($pdo) => [$pdo->SQLITECREATEFUNCTION('mine', 'strtoupper'), value($pdo, "SELECT mine('a')")],
    'not callable' => fn($pdo) => $pdo->sqliteCreateFunction('mine', 'no such function'),
    'missing arguments' => fn($pdo) => $pdo->sqliteCreateFunction('mine'),
    'wrong type' => fn($pdo) => $pdo->sqliteCreateFunction([], 'strrev'),
    'aggregate not callable' => fn($pdo) => $pdo->sqliteCreateAggregate('a', 'strrev', 'no such function'),
    'deterministic' => fn($pdo) => [$pdo->sqliteCreateFunction('mine', 'strrev', 1, PDO::SQLITE_DETERMINISTIC), value($pdo, "SELECT mine('ab')")],
    'method of an object' => fn($pdo) => [$pdo->sqliteCreateFunction('mine', [new ArrayObject([1, 2]), 'count'], 0), value($pdo, 'SELECT mine()')],
]);
$file = database();
say('from inside a subclass', pool(1, $file, [], Sub::class)->register());
echo "done\n";
--EXPECT--
compared
from inside a subclass: true
done

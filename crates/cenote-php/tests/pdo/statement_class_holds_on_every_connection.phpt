--TEST--
SPEC 16.1, 24.2: ATTR_STATEMENT_CLASS, from the constructor or set later, makes the statements of all connections
--FILE--
<?php
use function Async\suspend;
require __DIR__ . '/helpers.inc';
class Counting extends PDOStatement
{
    public static int $made = 0;

    protected function __construct(public string $label)
    {
        self::$made++;
    }
}
class Other extends PDOStatement
{
}
$pdo = pool(3, database(), [PDO::ATTR_STATEMENT_CLASS => [Counting::class, ['mine']]]);
$kinds = function () use ($pdo) {
    $statement = $pdo->query('SELECT 1');
    suspend();
    return get_class($statement) . (isset($statement->label) ? " $statement->label" : '');
};
say('from the constructor', together($kinds, $kinds, $kinds), Counting::$made);
say('set later', $pdo->setAttribute(PDO::ATTR_STATEMENT_CLASS, [Other::class]));
say('read', $pdo->getAttribute(PDO::ATTR_STATEMENT_CLASS));
say('after that', together($kinds, $kinds, $kinds));
say('for one statement', get_class($pdo->prepare('SELECT 1', [PDO::ATTR_STATEMENT_CLASS => [Counting::class, ['x']]])));
say('usage', usage($pdo));
echo "done\n";
--EXPECT--
from the constructor: ["Counting mine","Counting mine","Counting mine"] | 3
set later: true
read: ["Other"]
after that: ["Other","Other","Other"]
for one statement: Counting
usage: 3 idle, 0 active
done

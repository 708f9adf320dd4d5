--TEST--
SPEC 26.2, 26.3, 26.4: createFunction, createAggregate and createCollation of Pdo\Sqlite reach warm, bound and future connections, once
--SKIPIF--
<?php if (PHP_VERSION_ID < 80400) die('skip Pdo\Sqlite exists since PHP 8.4');
--FILE--
<?php
use function Async\suspend;
require __DIR__ . '/helpers.inc';
class Sub extends Pdo\Sqlite
{
    public function createFunction(string $name, callable $callback, int $arguments = -1, int $flags = 0): bool
    {
        return parent::createFunction("my_$name", $callback, $arguments, $flags);
    }
}
$file = database(TABLE, "INSERT INTO t VALUES (1, 'b'), (2, 'C'), (3, 'a')");
foreach ([Pdo\Sqlite::class => '', Sub::class => 'my_'] as $class => $prefix) {
    $pdo = pool(4, $file, [PDO::ATTR_POOL_MIN => 2], $class);
    say($class, $pdo->createFunction('twice', fn($n) => 2 * $n, 1), $pdo->createCollation('reverse', fn($a, $b) => -strcmp($a, $b)),
        $pdo->createAggregate('joined', fn($context, $row, $v) => $context . $v, fn($context) => "<$context>", 1));
    $use = fn(int $n) => function () use ($pdo, $prefix, $n) {
        $statement = $pdo->query("SELECT {$prefix}twice($n)");
        suspend();
        return $statement->fetchColumn() . value($pdo, 'SELECT joined(v) FROM (SELECT v FROM t ORDER BY v COLLATE reverse)');
    };
    say('warm and fresh', together($use(1), $use(2), $use(3)), $pdo->getPool()->count());
    $bound = $pdo->query('SELECT 1');
    say('registered later', ($pdo->createFunction(...))('thrice', fn($n) => 3 * $n));
    say('bound, at once', value($pdo, "SELECT {$prefix}thrice(5)"));
    $bound = null;
    say('of the old name', $pdo->sqliteCreateFunction('old', fn() => 'old'), value($pdo, 'SELECT old()'));
    say('twice', throws(fn() => $pdo->createFunction('twice', fn($n) => $n, 1)));
    say('wrong arguments', get_class(thrown(fn() => $pdo->createFunction('x', 'no function'))));
    say('by reflection', (new ReflectionMethod('Pdo\Sqlite', 'createFunction'))->invoke($pdo, 'by_reflection', fn() => 5), value($pdo, 'SELECT by_reflection()'));
    say('usage', usage($pdo));
}
$plain = new Pdo\Sqlite("sqlite:$file");
say('plain', $plain->createFunction('f', fn() => 'of this one'), value($plain, 'SELECT f()'));
echo "done\n";
--EXPECT--
Pdo\Sqlite: true | true | true
warm and fresh: ["2<baC>","4<baC>","6<baC>"] | 3
registered later: true
bound, at once: 15
of the old name: true | old
twice: PDOException: The function twice with 1 argument is already registered on the pool template: register it once, for all connections
wrong arguments: TypeError
by reflection: true | 5
usage: 3 idle, 0 active
Sub: true | true | true
warm and fresh: ["2<baC>","4<baC>","6<baC>"] | 3
registered later: true
bound, at once: 15
of the old name: true | old
twice: PDOException: The function my_twice with 1 argument is already registered on the pool template: register it once, for all connections
wrong arguments: TypeError
by reflection: true | 5
usage: 3 idle, 0 active
plain: true | of this one
done

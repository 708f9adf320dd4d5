--TEST--
SPEC 16.1: PDO::connect() and the classes of drivers make pooled objects of the class that they make without a pool
--SKIPIF--
<?php if (PHP_VERSION_ID < 80400) die('skip PDO::connect() exists since PHP 8.4');
--FILE--
<?php
use function Async\suspend;
require __DIR__ . '/helpers.inc';
class Sub extends Pdo\Sqlite
{
    public function __construct(mixed ...$arguments)
    {
        echo "constructor of the subclass\n";
        parent::__construct(...$arguments);
    }

    public function twice(int $n): int
    {
        return (int) value($this, "SELECT 2 * $n");
    }
}
$dsn = 'sqlite:' . database();
$ways = [
    'PDO::connect' => fn(array $options) => PDO::connect($dsn, null, null, $options),
    'by name' => fn(array $options) => PDO::connect(options: $options, dsn: $dsn),
    'on an object' => fn(array $options) => (new PDO($dsn))->connect($dsn, null, null, $options),
    'Pdo\Sqlite::connect' => fn(array $options) => Pdo\Sqlite::connect($dsn, null, null, $options),
    'new Pdo\Sqlite' => fn(array $options) => new Pdo\Sqlite($dsn, null, null, $options),
    'Sub::connect' => fn(array $options) => Sub::connect($dsn, null, null, $options),
    'new Sub' => fn(array $options) => new Sub($dsn, null, null, $options),
];
foreach ($ways as $way => $make) {
    $plain = $make([Pdo\Sqlite::ATTR_POOL_MAX => 3]);
    $pdo = $make([Pdo\Sqlite::ATTR_POOL_ENABLED => true, Pdo\Sqlite::ATTR_POOL_MAX => 3] + NAMED);
    $pause = function () use ($pdo) {
        $held = $pdo->query('SELECT name FROM me');
        suspend();
        return $held->fetchColumn();
    };
    say($way, get_class($pdo), get_class($pdo) === get_class($plain), $plain->getPool(), $pdo->getAttribute(PDO::ATTR_POOL_MAX),
        usage($pdo), count(array_unique(together($pause, $pause, $pause))), $pdo->getAttribute(PDO::ATTR_DRIVER_NAME));
    if ($pdo instanceof Sub) {
        say('its own method', $pdo->twice(21));
    }
}
echo "done\n";
--EXPECT--
PDO::connect: Pdo\Sqlite | true | null | 3 | 0 idle, 0 active | 3 | sqlite
by name: Pdo\Sqlite | true | null | 3 | 0 idle, 0 active | 3 | sqlite
on an object: Pdo\Sqlite | true | null | 3 | 0 idle, 0 active | 3 | sqlite
Pdo\Sqlite::connect: Pdo\Sqlite | true | null | 3 | 0 idle, 0 active | 3 | sqlite
new Pdo\Sqlite: Pdo\Sqlite | true | null | 3 | 0 idle, 0 active | 3 | sqlite
Sub::connect: Sub | true | null | 3 | 0 idle, 0 active | 3 | sqlite
its own method: 42
constructor of the subclass
constructor of the subclass
new Sub: Sub | true | null | 3 | 0 idle, 0 active | 3 | sqlite
its own method: 42
done

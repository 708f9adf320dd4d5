--TEST--
SPEC 30.12, 19.8, 23.6: inside a destructor, where switching is forbidden before 8.4, a query with a free connection works and one without fails at once
--SKIPIF--
<?php if (PHP_VERSION_ID >= 80400) die('skip since PHP 8.4 a destructor may switch and so wait');
--FILE--
<?php
use function Async\{await, spawn};
require __DIR__ . '/helpers.inc';
final class Logger
{
    public function __construct(private PDO $pdo)
    {
    }

    public function __destruct()
    {
        try {
            say('in the destructor', value($this->pdo, 'SELECT 5'));
        } catch (PDOException $e) {
            say('in the destructor', $e->errorInfo[0]);
        }
    }
}
$pdo = pool(1, database());
new Logger($pdo);
$hold = $pdo->query('SELECT 1');
await(spawn(function () use ($pdo) {
    new Logger($pdo);
}));
$hold = null;
say('usage', usage($pdo));
echo "done\n";
--EXPECT--
in the destructor: 5
in the destructor: HYT00
usage: 1 idle, 0 active
done

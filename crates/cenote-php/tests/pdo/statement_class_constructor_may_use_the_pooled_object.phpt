--TEST--
SPEC 16.1, 18.1: a statement's constructor that queries the same object works on the same connection, also with one connection
--FILE--
<?php
require __DIR__ . '/helpers.inc';
class Prepared extends PDOStatement
{
    public string $connection;

    protected function __construct(PDO $pdo)
    {
        $this->connection = name_of($pdo);
    }
}
$pdo = pool(1, database(), NAMED);
$statement = $pdo->prepare('SELECT name FROM me', [PDO::ATTR_STATEMENT_CLASS => [Prepared::class, [$pdo]]]);
$statement->execute();
say('same connection', $statement->fetchColumn() === $statement->connection);
say('usage', usage($pdo));
unset($statement);
say('usage', usage($pdo));
echo "done\n";
--EXPECT--
same connection: true
usage: 0 idle, 1 active
usage: 1 idle, 0 active
done

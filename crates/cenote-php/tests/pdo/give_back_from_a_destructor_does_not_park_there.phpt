--TEST--
SPEC 19.8, 30.12: a user destructor that drops the last statement of a dirty connection neither waits nor fails
--FILE--
<?php
use function Async\{await, spawn};
require __DIR__ . '/helpers.inc';
final class Keeper
{
    public function __construct(public ?PDOStatement $statement)
    {
    }

    public function __destruct()
    {
        $this->statement = null;
        echo "destructor ran\n";
    }
}
$pdo = pool(1, database(TABLE));
$keeper = await(spawn(function () use ($pdo) {
    $pdo->exec('CREATE TEMP TABLE mine (n)');
    $pdo->beginTransaction();
    $pdo->exec("INSERT INTO t VALUES (1, 'one')");
    return new Keeper($pdo->query('SELECT v FROM t'));
}));
say('held', usage($pdo));
$keeper = null;
say('afterwards', settled($pdo), value($pdo, 'SELECT count(*) FROM t'));
say('temporary table', throws(fn() => $pdo->query('SELECT * FROM mine')));
echo "done\n";
--EXPECT--
held: 0 idle, 1 active
destructor ran
afterwards: 1 idle, 0 active | 0
temporary table: PDOException: SQLSTATE[HY000]: General error: 1 no such table: mine
done

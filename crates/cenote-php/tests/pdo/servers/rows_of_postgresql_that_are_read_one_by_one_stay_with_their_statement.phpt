--TEST--
SPEC 19.1, 25.4: rows of PostgreSQL that are read one by one (PDO::ATTR_PREFETCH, since PHP 8.5) belong to their statement, read to the end or not
--SKIPIF--
<?php
if (PHP_VERSION_ID < 80500) die('skip pdo_pgsql fetches single rows since PHP 8.5');
require __DIR__ . '/skip.inc';
?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
use function Async\{await, await_all_or_fail, spawn, suspend};

const ONE_BY_ONE = [PDO::ATTR_PREFETCH => 0];
$server = Server::PostgreSql;
// By an option of prepare(), or of the constructor.
$asked = ONE_BY_ONE;
$execute = function (PDO $pdo, int $from, int $rows) use (&$asked): PDOStatement {
    $statement = $pdo->prepare('SELECT n FROM generate_series(?::int, ?::int) AS n', $asked);
    $statement->execute([$from, $from + $rows - 1]);
    return $statement;
};
$read = function (PDO $pdo, int $from, int $rows = 1000, ?int $until = null) use ($execute): array {
    $statement = $execute($pdo, $from, $rows);
    $seen = [];
    while (count($seen) !== $until && ($row = $statement->fetchColumn()) !== false) {
        $seen[] = $row;
        suspend();
    }
    return [count($seen), array_sum($seen)];
};
foreach ([[0, []], [8, []], [8, ONE_BY_ONE]] as [$cached, $options]) {
    say('statements kept', $cached, $options === [] ? 'asked for each time' : 'asked for once');
    $asked = $options === [] ? ONE_BY_ONE : [];
    $pdo = $server->pool(2, $options + [PDO::ATTR_POOL_STMT_CACHE_SIZE => $cached]);
    say('two at once', await_all_or_fail([spawn($read, $pdo, 1), spawn($read, $pdo, 5001)]), usage($pdo));
    $ids = await_all_or_fail([spawn(fn () => $server->id($pdo)), spawn(fn () => $server->id($pdo))]);

    say('left in the middle', await_all_or_fail([spawn($read, $pdo, 1, 100000, 3), spawn($read, $pdo, 11, 100000, 2)]));
    say('the next ones', await_all_or_fail([spawn($read, $pdo, 1), spawn(fn () => value($pdo, 'SELECT 7'))]), settled($pdo));
    say('on the same connections', array_diff(await_all_or_fail([spawn(fn () => $server->id($pdo)), spawn(fn () => $server->id($pdo))]), $ids));

    $statement = await(spawn($execute, $pdo, 1, 100000));
    say('one that outlives its coroutine', $statement->fetchColumn(), usage($pdo), count($statement->fetchAll()));
    $statement = null;
    say('then', settled($pdo));

    // The driver has the server cancel the rest, which aborts a transaction, on plain PDO as well.
    $in_transaction = function (PDO $pdo) use ($read) {
        $pdo->beginTransaction();
        $seen = $read($pdo, 1, 100000, 4);
        $then = throws(fn () => value($pdo, 'SELECT 1'));
        $pdo->rollBack();
        return [$seen, substr($then, 0, 28), value($pdo, 'SELECT 2')];
    };
    say('in a transaction', await(spawn($in_transaction, $pdo)), settled($pdo));
    say('on plain PDO', await(spawn($in_transaction, $server->plain(null, $options))) === await(spawn($in_transaction, $pdo)));

    // Cleaning lets the server forget the statements that are kept.
    await(spawn(function () use ($pdo) {
        value($pdo, 'SELECT 2');
        $pdo->exec('CREATE TEMPORARY TABLE IF NOT EXISTS gone (x int)');
    }));
    say('after cleaning', await(spawn($read, $pdo, 1)), settled($pdo));
    $pdo = null;
}
echo "done\n";
--EXPECT--
statements kept: 0 | asked for each time
two at once: [[1000,500500],[1000,5500500]] | 2 idle, 0 active
left in the middle: [[3,6],[2,23]]
the next ones: [[1000,500500],7] | 2 idle, 0 active
on the same connections: []
one that outlives its coroutine: 1 | 1 idle, 1 active | 99999
then: 2 idle, 0 active
in a transaction: [[4,10],"PDOException: SQLSTATE[25P02",2] | 2 idle, 0 active
on plain PDO: true
after cleaning: [1000,500500] | 2 idle, 0 active
statements kept: 8 | asked for each time
two at once: [[1000,500500],[1000,5500500]] | 2 idle, 0 active
left in the middle: [[3,6],[2,23]]
the next ones: [[1000,500500],7] | 2 idle, 0 active
on the same connections: []
one that outlives its coroutine: 1 | 1 idle, 1 active | 99999
then: 2 idle, 0 active
in a transaction: [[4,10],"PDOException: SQLSTATE[25P02",2] | 2 idle, 0 active
on plain PDO: true
after cleaning: [1000,500500] | 2 idle, 0 active
statements kept: 8 | asked for once
two at once: [[1000,500500],[1000,5500500]] | 2 idle, 0 active
left in the middle: [[3,6],[2,23]]
the next ones: [[1000,500500],7] | 2 idle, 0 active
on the same connections: []
one that outlives its coroutine: 1 | 1 idle, 1 active | 99999
then: 2 idle, 0 active
in a transaction: [[4,10],"PDOException: SQLSTATE[25P02",2] | 2 idle, 0 active
on plain PDO: true
after cleaning: [1000,500500] | 2 idle, 0 active
done

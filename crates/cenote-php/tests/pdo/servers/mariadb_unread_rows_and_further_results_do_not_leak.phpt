--TEST--
SPEC 19.4, 20.1, 22.4: rows that nobody read, of unbuffered queries and of several results, are out of the way for the next call and the next coroutine
--SKIPIF--
<?php if (!getenv('CENOTE_MARIADB')) die('skip needs scripts/servers/run.sh'); ?>
--FILE--
<?php
require __DIR__ . '/mariadb.inc';
$admin = admin();
$admin->exec("INSERT INTO t (v) VALUES ('a'), ('b'), ('c')");
$admin->exec('CREATE PROCEDURE two() BEGIN SELECT 1; SELECT 2; END');
foreach ([true, false] as $emulated) {
    foreach ([true, false] as $buffered) {
        $options = [PDO::ATTR_EMULATE_PREPARES => $emulated, PDO::MYSQL_ATTR_USE_BUFFERED_QUERY => $buffered];
        $plain = new PDO(dsn(';dbname=' . schema()), ROOT, null, $options);
        $pdo = pool(1, $options + [PDO::ATTR_POOL_STMT_CACHE_SIZE => 4]);
        $number = apart(fn () => number($pdo));
        $seen = [];
        $partly = function (string $text) use ($pdo) {
            $statement = $pdo->prepare($text);
            $statement->execute();
            return $statement->fetchColumn();
        };
        foreach (['SELECT id FROM t ORDER BY id', 'SELECT 5; SELECT 6', 'CALL two()'] as $text) {
            try {
                $seen[] = apart(fn () => $partly($text));
            } catch (PDOException $error) {
                $seen[] = $error->errorInfo[1];
            }
            $seen[] = apart(fn () => $partly('SELECT v FROM t ORDER BY id'));
        }
        // Both in one coroutine, with a transaction around, and all results read.
        $seen[] = apart(function () use ($pdo, $partly) {
            $pdo->beginTransaction();
            $partly('SELECT id FROM t ORDER BY id');
            $partly('SELECT v FROM t ORDER BY id');
            return json_encode($pdo->inTransaction());
        });
        $results = function (PDO $pdo) {
            $statement = $pdo->query('CALL two()');
            do {
                $rows[] = $statement->fetchAll(PDO::FETCH_COLUMN);
            } while ($statement->nextRowset() && $statement->columnCount());
            return $rows;
        };
        $seen[] = apart(fn () => $results($pdo)) === $results($plain) ? 'as plain' : 'NOT AS PLAIN';
        // Left behind by a coroutine that ends, for another one to read; then for nobody.
        $left = apart(fn () => $pdo->query('SELECT v FROM t ORDER BY id'));
        $seen[] = $left->fetchColumn() . $left->fetchColumn();
        unset($left);
        echo ($emulated ? 'emulated' : 'native') . ($buffered ? '' : ', unbuffered') . ': ', implode(' ', $seen), ', ',
            apart(fn () => number($pdo)) === $number ? 'same' : 'other', ' connection, active ', $pdo->getPool()->activeCount(), "\n";
    }
}
echo "done\n";
?>
--EXPECT--
emulated: 1 a 5 a 1 a true as plain ab, same connection, active 0
emulated, unbuffered: 1 a 5 a 1 a true as plain ab, same connection, active 0
native: 1 a 1064 a 1 a true as plain ab, same connection, active 0
native, unbuffered: 1 a 1064 a 1 a true as plain ab, same connection, active 0
done

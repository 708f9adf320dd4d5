--TEST--
SPEC 19.3, 20.1, 34.16: transactions by raw SQL, implicit commits, SET autocommit=0 and failed texts: the server says whether one is open, and it is rolled back
--SKIPIF--
<?php if (!getenv('CENOTE_MARIADB')) die('skip needs scripts/servers/run.sh'); ?>
--FILE--
<?php
require __DIR__ . '/mariadb.inc';
require __DIR__ . '/innodb.inc';
$admin = admin();
$pdo = pool(1);
$texts = [
    'BEGIN' => ['BEGIN', "INSERT INTO t (v) VALUES ('a')"],
    'START TRANSACTION' => ['START TRANSACTION', "INSERT INTO t (v) VALUES ('a')"],
    'COMMIT' => ['BEGIN', 'COMMIT'],
    'implicit commit' => ['BEGIN', 'CREATE TABLE IF NOT EXISTS other (id INT)'],
    'a failed statement' => ['BEGIN', "INSERT INTO t (v) VALUES ('b')", "INSERT INTO t (v) VALUES ('b')"],
    'in a text of several that fails' => ["BEGIN; INSERT INTO t (v) VALUES ('c'); INSERT INTO nowhere VALUES (1)"],
    'autocommit off' => ['SET autocommit = 0', "INSERT INTO t (v) VALUES ('d')"],
    'autocommit off, first statement fails' => ['SET autocommit = 0', "INSERT INTO t (id) VALUES (1)"],
    'in a procedure that fails' => ['CALL begin_and_fail()'],
];
$admin->exec('CREATE PROCEDURE begin_and_fail() BEGIN START TRANSACTION; INSERT INTO t (v) VALUES (\'e\'); INSERT INTO nowhere VALUES (1); END');
$admin->exec("INSERT INTO t (id, v) VALUES (1, 'kept')");
foreach ($texts as $name => $list) {
    $open = apart(function () use ($pdo, $list) {
        foreach ($list as $text) {
            try {
                $pdo->exec($text);
            } catch (PDOException) {
            }
        }
        return json_encode($pdo->inTransaction()) . ($pdo->inTransaction() ? ' held ' . $pdo->getPool()->activeCount() : '');
    });
    $number = apart(fn () => number($pdo));
    $locked = (int) in_array($number, connections_in_innodb_transactions($admin));
    echo "$name: open $open, left open $locked, rows ", value($admin, 'SELECT COUNT(*) FROM t'), "\n";
}
$stats = $pdo->getPool()->stats();
echo "rollbacks $stats[rollbacks], created $stats[created], active $stats[active]\n";
echo "done\n";
?>
--EXPECT--
BEGIN: open true held 1, left open 0, rows 1
START TRANSACTION: open true held 1, left open 0, rows 1
COMMIT: open false, left open 0, rows 1
implicit commit: open false, left open 0, rows 1
a failed statement: open true held 1, left open 0, rows 1
in a text of several that fails: open true held 1, left open 0, rows 1
autocommit off: open true held 1, left open 0, rows 1
autocommit off, first statement fails: open true held 1, left open 0, rows 1
in a procedure that fails: open true held 1, left open 0, rows 1
rollbacks 7, created 1, active 0
done

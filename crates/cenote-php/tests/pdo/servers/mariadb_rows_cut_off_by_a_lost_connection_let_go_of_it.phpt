--TEST--
SPEC 22.1, 22.2: a fetch() that finds the connection gone notes it in the statement alone, and yet the connection is given up while the statement lives on
--SKIPIF--
<?php require __DIR__ . '/skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$server = Server::MariaDb;
$admin = $server->plain();
$pdo = $server->pool(1, [PDO::MYSQL_ATTR_USE_BUFFERED_QUERY => false, PDO::ATTR_EMULATE_PREPARES => false]);
$id = $server->id($pdo);
// Far more than all buffers on the way hold.
$statement = $pdo->query("SELECT REPEAT('x', 100000) FROM seq_1_to_2000");
$statement->fetch();
$server->end($admin, $id);
$read = function () use ($statement) {
    while (@$statement->fetch()) {
    }
};
say('fetch', attempt($read), $statement->errorInfo()[1], $pdo->errorCode());
say('given up', $pdo->getPool()->stats()['broken'], usage($pdo));
say('the next query', attempt(fn () => (int) value($pdo, 'SELECT 7')));
$statement = null;
say('usage', usage($pdo));
echo "done\n";
?>
--EXPECT--
fetch: PDOException | 2006 | 00000
given up: 1 | 0 idle, 0 active
the next query: 7
usage: 1 idle, 0 active
done

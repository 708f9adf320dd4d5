--TEST--
SPEC 19.9: rows that are not read yet stand in the way of the rollback at a coroutine's end: their statement is closed, and says so
--SKIPIF--
<?php require __DIR__ . '/skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/mariadb.inc';
use function Async\{await, spawn};

foreach ([false, true] as $emulated) {
    $pdo = pool(1, [
        PDO::MYSQL_ATTR_USE_BUFFERED_QUERY => false,
        PDO::ATTR_EMULATE_PREPARES => $emulated,
        PDO::ATTR_POOL_ACQUIRE_TIMEOUT => 5,
    ]);
    [$rows, $insert] = await(spawn(function () use ($pdo) {
        $pdo->beginTransaction();
        $insert = $pdo->prepare('INSERT INTO t (v) VALUES (?)');
        $insert->execute(['lost']);
        $rows = $pdo->prepare('SELECT seq FROM seq_1_to_100000');
        $rows->execute();
        $rows->fetch();
        return [$rows, $insert];
    }));
    foreach ([fn () => $rows->fetch(), fn () => $insert->execute(['later']), fn () => count($rows->fetchAll())] as $use) {
        try {
            var_dump($use());
        } catch (PDOException $e) {
            echo $e->getMessage(), "\n";
        }
    }
    echo value(admin(), 'SELECT count(*) FROM t'), ' rows, ', $pdo->getPool()->idleCount(), " idle\n";
    echo value($pdo, "SELECT 'the next one works'"), "\n";
}
echo "done\n";
?>
--EXPECT--
The statement was closed: its connection went back to the pool when the coroutine that had it ended. Prepare it anew
The statement was closed: its connection went back to the pool when the coroutine that had it ended. Prepare it anew
The statement was closed: its connection went back to the pool when the coroutine that had it ended. Prepare it anew
0 rows, 1 idle
the next one works
The statement was closed: its connection went back to the pool when the coroutine that had it ended. Prepare it anew
The statement was closed: its connection went back to the pool when the coroutine that had it ended. Prepare it anew
The statement was closed: its connection went back to the pool when the coroutine that had it ended. Prepare it anew
0 rows, 1 idle
the next one works
done

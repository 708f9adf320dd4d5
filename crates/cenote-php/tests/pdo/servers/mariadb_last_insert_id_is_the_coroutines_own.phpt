--TEST--
SPEC 23.3, 23.4: lastInsertId() is that of this coroutine's own last INSERT, though the connection has served others since
--SKIPIF--
<?php if (!getenv('CENOTE_MARIADB')) die('skip needs scripts/servers/run.sh'); ?>
--FILE--
<?php
require __DIR__ . '/mariadb.inc';
admin();
foreach ([true, false] as $emulated) {
    $pdo = pool(1, [PDO::ATTR_EMULATE_PREPARES => $emulated]);
    apart(function () use ($pdo) {
        echo 'nothing inserted: ', $pdo->lastInsertId(), "\n";
        $pdo->exec("INSERT INTO t (v) VALUES ('a" . spl_object_id($pdo) . "')");
        $mine = $pdo->lastInsertId();
        apart(function () use ($pdo, $mine) {
            echo 'of another: ', $pdo->lastInsertId(), "\n";
            $insert = $pdo->prepare('INSERT INTO t (v) VALUES (?)');
            $insert->execute(['b' . spl_object_id($pdo)]);
            unset($insert);
            echo 'next: ', $pdo->lastInsertId() - $mine, "\n";
        });
        echo 'still mine: ';
        var_dump($pdo->lastInsertId() === $mine && $mine > 0);
        $statement = $pdo->prepare('SELECT ?');
        echo 'with a connection that served another: ';
        var_dump($pdo->getPool()->activeCount() === 1 && $pdo->lastInsertId() === $mine);
        unset($statement);
        $pdo->beginTransaction();
        $pdo->exec("INSERT INTO t (v) VALUES ('c" . spl_object_id($pdo) . "')");
        $pdo->rollBack();
        try {
            $pdo->exec("INSERT INTO t (id) VALUES ($mine)");
        } catch (PDOException $error) {
            echo $error->errorInfo[1], ' ', json_encode($pdo->errorInfo()[1]), "\n";
        }
    });
    echo 'active ', $pdo->getPool()->activeCount(), "\n";
}
echo "done\n";
?>
--EXPECT--
nothing inserted: 0
of another: 0
next: 1
still mine: bool(true)
with a connection that served another: bool(true)
1062 1062
active 0
nothing inserted: 0
of another: 0
next: 1
still mine: bool(true)
with a connection that served another: bool(true)
1062 1062
active 0
done

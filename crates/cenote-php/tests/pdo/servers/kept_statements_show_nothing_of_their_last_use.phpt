--TEST--
SPEC 25.2, 25.3: a kept statement comes back as if just prepared: no values, columns, rows, fetch mode, error or attribute of its last use
--SKIPIF--
<?php require __DIR__ . '/skip.inc'; ?>
--FILE--
<?php
use function Async\{await, spawn};
require __DIR__ . '/helpers.inc';

class Row { public $a; public $b; }
const TEXT = 'SELECT a, b FROM %s WHERE a >= :least AND b <> :other ORDER BY a';

on_each_server(function (Server $server) {
    $admin = $server->plain();
    $table = $server->table($admin, 'a INT, b VARCHAR(20)');
    $admin->exec("INSERT INTO $table VALUES (1, 'one'), (2, 'two'), (3, 'three')");
    $pdo = $server->pool(1, [PDO::ATTR_POOL_STMT_CACHE_SIZE => 8, PDO::ATTR_EMULATE_PREPARES => false]);
    $text = sprintf(TEXT, $table);

    await(spawn(function () use ($pdo, $text) {
        $used = $pdo->prepare($text);
        $least = 1;
        $used->bindParam('least', $least, PDO::PARAM_INT);
        $used->bindValue('other', 'two');
        $used->bindColumn('b', $GLOBALS['bound']);
        $used->setFetchMode(PDO::FETCH_CLASS, Row::class);
        $used->execute();
        // Left in the middle of its rows.
        echo get_class($used->fetch()), ', bound ', $GLOBALS['bound'], "\n";
    }));
    $GLOBALS['bound'] = 'untouched';

    await(spawn(function () use ($pdo, $text) {
        $again = $pdo->prepare($text);
        echo 'columns ', $again->columnCount(), ', rows ', $again->rowCount(), ', error ', var_export($again->errorCode(), true),
            ', text ', $again->queryString === $text ? 'the same' : 'another', "\n";
        echo 'fetched before it was executed: ', json_encode($again->fetchAll()), "\n";
        echo 'executed without its values: ', attempt(fn () => $again->execute()), "\n";
    }));
    await(spawn(function () use ($pdo, $text) {
        $again = $pdo->prepare($text);
        $again->execute(['least' => 2, 'other' => '']);
        echo 'rows: ', json_encode($again->fetchAll()), ', bound ', $GLOBALS['bound'], "\n";
    }));
    $stats = $pdo->getPool()->stats();
    echo "hits $stats[cacheHits], misses $stats[cacheMisses]\n";

    // What holds for the object holds for a kept statement from then on.
    $pdo->setAttribute(PDO::ATTR_CASE, PDO::CASE_UPPER);
    $pdo->setAttribute(PDO::ATTR_DEFAULT_FETCH_MODE, PDO::FETCH_ASSOC);
    $upper = $pdo->prepare($text);
    $upper->execute(['least' => 3, 'other' => '']);
    echo json_encode($upper->fetchAll()), "\n";
    unset($upper);
    $pdo->setAttribute(PDO::ATTR_CASE, PDO::CASE_NATURAL);
    $natural = $pdo->prepare($text);
    $natural->execute(['least' => 3, 'other' => '']);
    echo json_encode($natural->fetchAll()), ', hits ', $pdo->getPool()->stats()['cacheHits'], "\n";
});
echo "done\n";
?>
--EXPECT--
PostgreSql, MariaDb
Row, bound one
columns 0, rows 0, error NULL, text the same
fetched before it was executed: []
executed without its values: PDOException
rows: [{"a":2,"0":2,"b":"two","1":"two"},{"a":3,"0":3,"b":"three","1":"three"}], bound untouched
hits 1, misses 2
[{"A":3,"B":"three"}]
[{"a":3,"b":"three"}], hits 3
done

--TEST--
SPEC 25.2, 25.3, 25.4, 25.5, 25.6: natively prepared statements are kept per connection; a stale one is prepared anew, once; emulated ones are not kept
--SKIPIF--
<?php if (!getenv('CENOTE_MARIADB')) die('skip needs scripts/servers/run.sh'); ?>
--FILE--
<?php
require __DIR__ . '/mariadb.inc';
$admin = admin();
$admin->exec("INSERT INTO t (v) VALUES ('a'), ('b')");
function get(PDO $pdo, ?int $id): string
{
    $statement = $pdo->prepare('SELECT * FROM t WHERE id = :id');
    $statement->bindColumn(1, $bound);
    $statement->execute(['id' => $id]);
    return json_encode($statement->fetchAll(PDO::FETCH_ASSOC));
}
$options = [PDO::ATTR_EMULATE_PREPARES => false, PDO::ATTR_POOL_STMT_CACHE_SIZE => 2];
$pdo = pool(1, $options);
$prepares = fn () => apart(fn () => status($pdo, 'Com_stmt_prepare'));
$before = $prepares();
for ($round = 0; $round < 5; $round++) {
    echo apart(fn () => get($pdo, $round % 3)), "\n";
}
// The question itself is kept.
echo 'prepares ', $prepares() - $before, "\n";

echo "nothing of the last use is left\n";
apart(function () use ($pdo) {
    $statement = $pdo->prepare('SELECT * FROM t WHERE id = :id');
    var_dump($statement->columnCount(), $statement->rowCount(), $statement->errorCode());
    attempt(fn () => $statement->execute());
    attempt(fn () => $statement->fetch());
    var_dump($statement->execute(['id' => null]), $statement->fetch());
});

apart(function () use ($pdo) {
    $before = memory_get_usage();
    $pdo->prepare('SELECT LENGTH(?)')->execute([str_repeat('x', 8 << 20)]);
    var_dump(memory_get_usage() - $before < 4 << 20);
});

echo "the table changes\n";
apart(fn () => get($pdo, 1));
$admin->exec('ALTER TABLE t ADD w INT DEFAULT 7 FIRST, MODIFY v VARCHAR(50)');
echo apart(fn () => get($pdo, 2)), apart(fn () => get($pdo, 1)), "\n";

echo "a reset makes the server forget\n";
$count = $pdo->getPool()->stats();
apart(fn () => $pdo->exec('SET @v = 1'));
echo apart(fn () => get($pdo, 1)), "\n";
$after = $pdo->getPool()->stats();
echo 'misses after a reset ', $after['cacheMisses'] - $count['cacheMisses'], "\n";

echo "the schema changes\n";
$other = schema() . '_other';
$admin->exec("CREATE DATABASE $other; CREATE TABLE $other.t (id INT, elsewhere INT); INSERT INTO $other.t VALUES (1, 1)");
apart(function () use ($pdo, $other) {
    get($pdo, 1);
    $pdo->exec("USE $other");
    echo get($pdo, 1), "\n";
});
echo apart(fn () => get($pdo, 1)), "\n";
$unclean = pool(1, $options + [PDO::ATTR_POOL_RESET => 'never']);
apart(fn () => get($unclean, 1));
apart(fn () => $unclean->exec("USE $other"));
echo 'without cleaning: ', apart(fn () => get($unclean, 1)), "\n";
$admin->exec("DROP DATABASE $other");

echo "the least recently used one is closed\n";
apart(function () use ($pdo) {
    foreach (['SELECT 1 + ?', 'SELECT 2 + ?', 'SELECT 3 + ?'] as $text) {
        $pdo->prepare($text)->execute([1]);
    }
});
// Of the two questions the first is closed when the second is answered.
$open = apart(fn () => status($pdo, 'Com_stmt_prepare') - status($pdo, 'Com_stmt_close'));
echo 'open on the server: ', $open, "\n";

$pdo = pool(1, [PDO::ATTR_EMULATE_PREPARES => true] + $options);
apart(fn () => get($pdo, 1));
apart(fn () => get($pdo, 1));
$stats = $pdo->getPool()->stats();
echo "emulated: hits $stats[cacheHits], misses $stats[cacheMisses]\n";
$pdo->setAttribute(PDO::ATTR_EMULATE_PREPARES, false);
apart(fn () => get($pdo, 1));
apart(fn () => get($pdo, 1));
$stats = $pdo->getPool()->stats();
echo "switched: hits $stats[cacheHits], misses $stats[cacheMisses]\n";
echo "done\n";
?>
--EXPECT--
[]
[{"id":1,"v":"a"}]
[{"id":2,"v":"b"}]
[]
[{"id":1,"v":"a"}]
prepares 1
nothing of the last use is left
int(0)
int(0)
NULL
SQLSTATE[HY093]: Invalid parameter number
bool(false)
bool(true)
bool(false)
bool(true)
the table changes
[{"w":7,"id":2,"v":"b"}][{"w":7,"id":1,"v":"a"}]
a reset makes the server forget
[{"w":7,"id":1,"v":"a"}]
misses after a reset 1
the schema changes
[{"id":1,"elsewhere":1}]
[{"w":7,"id":1,"v":"a"}]
without cleaning: [{"id":1,"elsewhere":1}]
the least recently used one is closed
open on the server: 2
emulated: hits 0, misses 0
switched: hits 1, misses 1
done

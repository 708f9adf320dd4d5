--TEST--
SPEC 25.2, 25.3, 25.6, 25.7: statements are kept per connection; a stale one is compiled anew, once; none is closed in an aborted transaction
--SKIPIF--
<?php if (!getenv('CENOTE_POSTGRES')) die('skip needs scripts/servers/run.sh'); ?>
--FILE--
<?php
use function Async\{spawn, await};

$dsn = 'pgsql:' . getenv('CENOTE_POSTGRES');
$admin = new PDO($dsn);
$admin->exec('DROP TABLE IF EXISTS kept; CREATE TABLE kept (id int, v int); INSERT INTO kept VALUES (1, 10), (2, 20)');
$options = [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 1, PDO::ATTR_POOL_STMT_CACHE_SIZE => 8];
$pdo = new PDO($dsn, null, null, $options);
function get(PDO $pdo, int $id): string {
    $statement = $pdo->prepare('SELECT * FROM kept WHERE id = :id');
    $statement->execute(['id' => $id]);
    return json_encode($statement->fetchAll(PDO::FETCH_ASSOC));
}
function on_server(PDO $pdo): int {
    return $pdo->query('SELECT count(*) FROM pg_prepared_statements')->fetchColumn();
}
for ($round = 0; $round < 5; $round++) {
    $rows = await(spawn(fn () => get($pdo, $round % 3)));
    echo "$rows\n";
}
$stats = $pdo->getPool()->stats();
echo "hits $stats[cacheHits], misses $stats[cacheMisses]\n";
$admin->exec('ALTER TABLE kept ALTER v TYPE text, ADD w int');
echo "stale: ", await(spawn(fn () => get($pdo, 1))), "\n";
await(spawn(function () use ($pdo) {
    $admin_view = on_server($pdo);
    $pdo->beginTransaction();
    try {
        $pdo->prepare('SELECT 1 / v FROM (SELECT id - 1 AS v FROM kept) AS t')->execute();
    } catch (PDOException $error) {
        echo $error->getCode(), "\n";
    }
    gc_collect_cycles();
    $pdo->rollBack();
    echo "left on the server: ", on_server($pdo) - $admin_view, "\n";
}));
echo "idle ", $pdo->getPool()->stats()['idle'], "\n";
$admin->exec('DROP TABLE kept');
echo "done\n";
?>
--EXPECT--
[]
[{"id":1,"v":10}]
[{"id":2,"v":20}]
[]
[{"id":1,"v":10}]
hits 4, misses 1
stale: [{"id":1,"v":"10","w":null}]
22012
left on the server: 0
idle 1
done

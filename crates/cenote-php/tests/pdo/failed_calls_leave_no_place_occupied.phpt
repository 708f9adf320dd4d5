--TEST--
SPEC 19.7, 23.2: a failed prepare(), query() or exec() occupies nothing, and its error stays readable
--FILE--
<?php
require __DIR__ . '/helpers.inc';
$pdo = pool(1, database(TABLE, "INSERT INTO t VALUES (1, 'one')"));
$calls = [
    'prepare' => fn() => $pdo->prepare('SELECT missing FROM t'),
    'query' => fn() => $pdo->query('SELECT * FROM nowhere'),
    'query failing in execution' => fn() => $pdo->query("INSERT INTO t VALUES (1, 'x')"),
    'exec' => fn() => $pdo->exec("INSERT INTO t VALUES (1, 'x')"),
];
foreach ([PDO::ERRMODE_EXCEPTION, PDO::ERRMODE_SILENT] as $mode) {
    $pdo->setAttribute(PDO::ATTR_ERRMODE, $mode);
    foreach ($calls as $name => $call) {
        $e = null;
        for ($i = 0; $i < 20; $i++) {
            try {
                $call();
            } catch (PDOException $e) {
            }
            $e = null;
        }
        say($name, usage($pdo), $pdo->errorCode(), $pdo->errorInfo()[2]);
    }
}
Async\await(Async\spawn(fn() => say('somebody else', value($pdo, 'SELECT 1'), $pdo->errorCode())));
echo "done\n";
--EXPECT--
prepare: 1 idle, 0 active | HY000 | no such column: missing
query: 1 idle, 0 active | HY000 | no such table: nowhere
query failing in execution: 1 idle, 0 active | 23000 | UNIQUE constraint failed: t.id
exec: 1 idle, 0 active | 23000 | UNIQUE constraint failed: t.id
prepare: 1 idle, 0 active | HY000 | no such column: missing
query: 1 idle, 0 active | HY000 | no such table: nowhere
query failing in execution: 1 idle, 0 active | 23000 | UNIQUE constraint failed: t.id
exec: 1 idle, 0 active | 23000 | UNIQUE constraint failed: t.id
somebody else: 1 | 00000
done

--TEST--
SPEC 50.12: a loop that serves each request in a coroutine of its own passes nothing of one request on to the next, in 1,000 requests
--FILE--
<?php
require __DIR__ . '/helpers.inc';
$file = database(TABLE, "INSERT INTO t VALUES (1, 'one'), (2, 'two')");
$pdo = pool(3, $file);
$kept = null;
$misbehave = [
    'transaction' => fn() => $pdo->beginTransaction() && $pdo->exec("INSERT INTO t (v) VALUES ('lost')"),
    'setting' => fn() => $pdo->exec('PRAGMA foreign_keys = 1'),
    'temporary table' => fn() => $pdo->exec('CREATE TEMP TABLE left_over AS SELECT 1'),
    'statement in the middle' => fn() => $pdo->query('SELECT * FROM t')->fetch(),
    'exception' => fn() => [$pdo->beginTransaction(), throw new RuntimeException('no')],
    'error' => fn() => $pdo->query('SELECT nothing'),
    'attached' => fn() => $pdo->exec("ATTACH ':memory:' AS other"),
];
function handle(PDO $pdo, int $request, array $misbehave): string
{
    $seen = json_encode([
        value($pdo, 'PRAGMA foreign_keys'),
        value($pdo, 'SELECT count(*) FROM temp.sqlite_schema'),
        value($pdo, 'SELECT count(*) FROM pragma_database_list'),
        value($pdo, 'SELECT count(*) FROM t'),
        $pdo->inTransaction(),
    ]);
    if ($request % 3 === 0) {
        array_values($misbehave)[intdiv($request, 3) % count($misbehave)]();
    }
    return $seen;
}

$seen = $failed = [];
for ($request = 1; $request <= 1000; $request++) {
    try {
        $answer = Async\await(Async\spawn(handle(...), $pdo, $request, $misbehave));
        $seen[$answer] = ($seen[$answer] ?? 0) + 1;
    } catch (Throwable $e) {
        $failed[get_class($e)] = ($failed[get_class($e)] ?? 0) + 1;
    }
}
say('seen', array_keys($seen));
say('answered', array_sum($seen) + array_sum($failed));
say('failed', $failed);
say('at the end', settled($pdo), (int) committed($file));
say('never more than', opened($file) <= 3 * 3);
echo "done\n";
--EXPECT--
seen: ["[0,0,2,2,false]"]
answered: 1000
failed: {"RuntimeException":48,"PDOException":47}
at the end: 1 idle, 0 active | 2
never more than: true
done

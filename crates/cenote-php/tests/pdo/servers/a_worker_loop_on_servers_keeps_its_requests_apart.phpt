--TEST--
SPEC 50.12: a loop on PostgreSQL and on MariaDB that serves each request in a coroutine of its own passes nothing of one request on to the next, in 1,000 requests
--SKIPIF--
<?php require __DIR__ . '/skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';

on_each_server(function (Server $server) {
    $admin = $server->plain();
    $is_postgres = $server === Server::PostgreSql;
    $table = $server->table($admin, 'v int');
    $admin->exec("INSERT INTO $table VALUES (1), (2)");
    $pdo = $server->pool(3, [PDO::ATTR_EMULATE_PREPARES => false, PDO::ATTR_POOL_STMT_CACHE_SIZE => 5]);
    $misbehave = [
        'transaction' => fn () => $pdo->beginTransaction() && $pdo->exec("INSERT INTO $table VALUES (3)"),
        'transaction by text' => fn () => $pdo->exec('BEGIN') . $pdo->exec("DELETE FROM $table"),
        'setting' => fn () => $pdo->exec($is_postgres ? 'SET search_path = pg_catalog' : "SET sql_mode = 'ANSI', @left = 1"),
        'temporary table' => fn () => $pdo->exec('CREATE TEMPORARY TABLE left_over (v int)'),
        'lock' => fn () => $pdo->query($is_postgres ? 'SELECT pg_advisory_lock(4711)' : "SELECT GET_LOCK('left', 9)")->fetchAll(),
        'channel' => fn () => $is_postgres ? $pdo->exec('LISTEN left_over') : $pdo->exec('USE information_schema'),
        'statement in the middle' => fn () => $pdo->query("SELECT * FROM $table")->fetch(),
        'prepared by text' => fn () => $pdo->exec($is_postgres ? 'PREPARE left_over AS SELECT 1' : "PREPARE left_over FROM 'SELECT 1'"),
        'exception' => fn () => [$pdo->beginTransaction(), throw new RuntimeException('no')],
        'error in a transaction' => fn () => $pdo->beginTransaction() && $pdo->query('SELECT nothing'),
        'killed' => fn () => $pdo->exec($is_postgres ? 'SELECT pg_terminate_backend(pg_backend_pid())' : 'KILL CONNECTION_ID()'),
        'coroutines' => fn () => array_map(fn () => Async\spawn(fn () => $pdo->beginTransaction()), [1, 2]),
    ];
    $look = $is_postgres
        ? "SELECT current_setting('search_path') || (SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid())
            || (SELECT count(*) FROM pg_class WHERE relpersistence = 't' AND pg_table_is_visible(oid)) || (SELECT count(*) FROM pg_listening_channels())
            || (SELECT count(*) FROM pg_prepared_statements WHERE from_sql) || (SELECT count(*) FROM $table)"
        : "SELECT CONCAT(@@sql_mode LIKE '%ANSI%', @left IS NULL, IFNULL(IS_USED_LOCK('left') = CONNECTION_ID(), 0), DATABASE() LIKE 'cenote%',
            (SELECT count(*) FROM $table))";
    $handle = function (int $request) use ($pdo, $look, $misbehave): string {
        $seen = json_encode([$pdo->query($look)->fetchColumn(), $pdo->inTransaction(), $pdo->errorCode()]);
        if ($request % 3 === 0) {
            array_values($misbehave)[intdiv($request, 3) % count($misbehave)]();
        }
        return $seen;
    };
    $seen = [];
    $failed = $most = 0;
    for ($request = 1; $request <= 1000; $request++) {
        try {
            $answer = Async\await(Async\spawn($handle, $request));
            $seen[$answer] = ($seen[$answer] ?? 0) + 1;
        } catch (RuntimeException) {
            // PDO's exceptions too.
            $failed++;
        }
        $most = max($most, $pdo->getPool()->count());
    }
    $expected = json_encode([$is_postgres ? '"$user", public00002' : '01012', false, '00000']);
    say('all alike', array_keys($seen) === [$expected] ? '' : $seen);
    say('answered', array_sum($seen) + $failed, 'failed', $failed);
    say('never more than', $most, settled($pdo) === usage($pdo));
});
echo "done\n";
?>
--EXPECT--
PostgreSql, MariaDb
all alike: 
answered: 1000 | failed | 83
never more than: 3 | true
done

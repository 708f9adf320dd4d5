--TEST--
SPEC 50.4, 50.5: whatever a request leaves on its connections, and however it ends, the next one of the process adopts clean connections
--SKIPIF--
<?php require __DIR__ . '/skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
require __DIR__ . '/../persistent/served.inc';

on_each_server(function (Server $server) {
    $admin = $server->plain();
    $table = $server->table($admin, 'v int');
    $admin->exec("INSERT INTO $table VALUES (1), (2)");
    $is_postgres = $server === Server::PostgreSql;
    $numbered = $is_postgres ? $table : $server->table($admin, 'id int AUTO_INCREMENT PRIMARY KEY');
    $pool = '$pdo = new PDO(' . var_export($server->dsn(), true) . ', ' . var_export($server->user(), true) . ', null, [
        PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_PERSISTENT => true, PDO::ATTR_POOL_MAX => 3, PDO::ATTR_EMULATE_PREPARES => false,
        PDO::ATTR_POOL_STMT_CACHE_SIZE => 10]);';
    $leaves = [
        'nothing' => '$pdo->query("SELECT 1");',
        'a transaction' => "\$pdo->beginTransaction(); \$pdo->exec('INSERT INTO $table VALUES (3)');",
        'a transaction as text' => "\$pdo->exec('BEGIN'); \$pdo->exec('DELETE FROM $table');",
        'a failed transaction' => '$pdo->beginTransaction(); try { $pdo->query("SELECT nothing"); } catch (PDOException) {}',
        'a prepared statement' => "\$s = \$pdo->prepare('SELECT v FROM $table WHERE v > ?'); \$s->execute([0]); \$s->fetch();",
        'rows' => "\$s = \$pdo->query('SELECT * FROM $table'); \$s->fetch();",
    ] + ($is_postgres ? [
        'a setting' => '$pdo->query("SELECT 1"); $pdo->exec("SET search_path = pg_catalog");',
        'a preamble' => '$pdo->exec("SET search_path = pg_catalog"); $pdo->query("SELECT 1");',
        'a table' => '$pdo->exec("CREATE TEMP TABLE left_over (v int)");',
        'a lock' => '$pdo->query("SELECT pg_advisory_lock(4711)");',
        'a channel' => '$pdo->exec("LISTEN channel"); $pdo->exec("NOTIFY channel");',
        'a COPY' => "try { \$pdo->exec('COPY $table FROM STDIN'); } catch (PDOException) {}",
        'a cursor' => "\$pdo->beginTransaction(); \$pdo->exec('DECLARE c CURSOR WITH HOLD FOR SELECT * FROM $table'); \$pdo->commit();",
        'a value of a sequence' => '$pdo->exec("CREATE SEQUENCE IF NOT EXISTS ' . $table . '_s"); $pdo->query("SELECT nextval(\'' . $table . '_s\')")->fetchAll();',
        'a PREPARE' => '$pdo->exec("PREPARE left_over AS SELECT 1");',
        'a killed connection' => 'try { $pdo->query("SELECT pg_terminate_backend(pg_backend_pid())"); } catch (PDOException) {}',
    ] : [
        'a setting' => '$pdo->query("SELECT 1"); $pdo->exec("SET sql_mode = \'ANSI\', @left = 1");',
        'a preamble' => '$pdo->exec("SET SESSION sql_mode = \'ANSI\'"); $pdo->query("SELECT 1");',
        'a table' => '$pdo->exec("CREATE TEMPORARY TABLE left_over (v int)");',
        'a lock' => '$pdo->query("SELECT GET_LOCK(\'left\', 1)")->fetchAll();',
        'a table lock' => "\$pdo->exec('LOCK TABLES $table WRITE');",
        'unbuffered rows' => "\$pdo->setAttribute(PDO::MYSQL_ATTR_USE_BUFFERED_QUERY, false); \$s = \$pdo->query('SELECT * FROM $table'); \$s->fetch();",
        'autocommit off' => "\$pdo->setAttribute(PDO::ATTR_AUTOCOMMIT, 0); \$pdo->exec('INSERT INTO $table VALUES (3)');",
        'a schema' => '$pdo->exec("USE information_schema");',
        'an id' => '$pdo->query("SELECT LAST_INSERT_ID(99)")->fetchAll();',
        'ids of rows' => "for (\$i = 0; \$i < 3; \$i++) Async\\spawn(fn() => [\$pdo->beginTransaction(), \$pdo->exec('INSERT INTO $numbered () VALUES ()'), Async\\delay(5), \$pdo->commit()]);",
        'warnings' => '$pdo->query("SELECT 1/0, CAST(\'x\' AS SIGNED)")->fetchAll();',
        'a killed connection' => 'try { $pdo->exec("KILL CONNECTION_ID()"); } catch (PDOException) {}',
    ]);
    $ends = [
        'return' => '',
        'exit' => 'exit;',
        'exception' => 'throw new LogicException;',
        'fatal error' => 'eval("interface I {} class C implements I, I {}");',
        'memory' => 'str_repeat("x", 1 << 27);',
        'in a coroutine' => '',
    ];
    $look = $is_postgres
        ? "SELECT (SELECT md5(string_agg(name || '=' || coalesce(setting, ''), ',' ORDER BY name)) FROM pg_settings)
            || (SELECT count(*) FROM pg_prepared_statements WHERE name NOT LIKE 'pdo_stmt_%') || ' ' || (SELECT count(*) FROM pg_cursors) || ' ' || (SELECT count(*) FROM pg_listening_channels())
            || ' ' || (SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid())
            || ' ' || (SELECT count(*) FROM pg_class WHERE relpersistence = 't' AND pg_table_is_visible(oid))
            || ' ' || (SELECT count(*) FROM $table)"
        : "SELECT CONCAT(@@sql_mode, @@autocommit, DATABASE() LIKE 'cenote%', @left IS NULL, LAST_INSERT_ID(), @@warning_count, IS_USED_LOCK('left') <=> CONNECTION_ID(),
            (SELECT count(*) FROM $table), (SELECT COUNT(*) FROM information_schema.temp_tables_info))";
    if (!$is_postgres) {
        $look = str_replace(', (SELECT COUNT(*) FROM information_schema.temp_tables_info)', '', $look);
    }
    $second = $pool . '
        $gate = 0;
        $seen = together(...array_fill(0, 2, function () use ($pdo, &$gate) {
            $pdo->beginTransaction();
            for ($gate++; $gate < 2; Async\delay(1));
            try { $seen = [$pdo->query("SELECT lastval()")->fetchColumn()]; } catch (PDOException $e) { $seen = [$e->getCode()]; }
            $pdo->rollBack();
            $pdo->beginTransaction();
            array_push($seen, $pdo->query(' . var_export($look, true) . ')->fetchColumn(), $pdo->errorCode());
            try { $seen[] = $pdo->query("SELECT v FROM left_over")->fetchAll(); } catch (PDOException $e) { $seen[] = $e->getCode(); }
            $pdo->rollBack();
            return $seen;
        }));
        echo json_encode([array_unique($seen, SORT_REGULAR), $pdo->getPool()->stats()["process"]["adopted"]]);';
    $other = new Served();
    [$clean] = json_decode($other->page($second));
    $other->stop();
    $served = new Served(['memory_limit' => '32M']);
    foreach ($ends as $how => $end) {
        $differ = [];
        foreach ($leaves as $what => $leave) {
            $body = $how === 'in a coroutine' ? "Async\\await(Async\\spawn(function () use (\$pdo, &\$s) { $leave }));" : "$leave $end";
            $served->page($pool . $body);
            [$seen] = json_decode($answer = $served->page($second)) ?? [null];
            if ($seen != $clean) {
                $differ[$what] = $answer;
            }
        }
        say($how, $differ);
    }
    $process = json_decode($served->page($pool . 'echo json_encode($pdo->getPool()->stats()["process"]);'), true);
    say('adopted', $process['adopted'] > 100, 'cleaned', $process['cleaned'] > 0, 'closed', $process['opened'] < $process['adopted']);
    say('never more than', count($server->connections($admin)) <= 3);
    $served->stop();
    $is_postgres && $admin->exec("DROP SEQUENCE IF EXISTS {$table}_s");
    until(fn () => $server->connections($admin) === []);
    say('closed with the process', 0);
});
echo "done\n";
?>
--EXPECT--
PostgreSql, MariaDb
return: []
exit: []
exception: []
fatal error: []
memory: []
in a coroutine: []
adopted: true | cleaned | true | closed | true
never more than: true
closed with the process: 0
done

--TEST--
SPEC 50.5, 25.6: a statement that PostgreSQL knows by name is found again by the next request; none are left behind on MariaDB; what became stale is compiled anew
--SKIPIF--
<?php require __DIR__ . '/skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
require __DIR__ . '/../persistent/served.inc';

on_each_server(function (Server $server) {
    $admin = $server->plain();
    $table = $server->table($admin, 'v int');
    $admin->exec("INSERT INTO $table VALUES (1), (2), (3)");
    $served = new Served();
    $is_postgres = $server === Server::PostgreSql;
    $count = $is_postgres ? "SELECT count(*) || ' from ' || coalesce(min(prepare_time)::text, 'never') FROM pg_prepared_statements"
        : 'SELECT 0';
    $page = fn(string $texts, int $size = 3) => $served->page('
        $pdo = new PDO(' . var_export($server->dsn(), true) . ', ' . var_export($server->user(), true) . ', null, [
            PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_PERSISTENT => true, PDO::ATTR_POOL_STMT_CACHE_SIZE => ' . $size . ', PDO::ATTR_EMULATE_PREPARES => false]);
        $before = $pdo->query(' . var_export($count, true) . ', PDO::FETCH_COLUMN, 0)->fetch();
        $hits = $pdo->getPool()->stats()["cacheHits"];
        $found = [];
        foreach (' . $texts . ' as $text) {
            $statement = $pdo->prepare($text);
            $statement->execute([2]);
            $found[] = (int) $statement->fetchColumn();
            $statement = null;
        }
        $stats = $pdo->getPool()->stats();
        echo json_encode([$found, $stats["cacheHits"] - $hits, $stats["process"]["adopted"], $before]);');
    $texts = "['SELECT v FROM $table WHERE v = ?', 'SELECT sum(v) FROM $table WHERE v < ?']";
    [$found, $hits, $adopted] = json_decode($page($texts));
    say('first', $found, $hits, $adopted);
    [$found, $hits, $adopted, $before] = json_decode($page($texts));
    say('second', $found, $adopted, $hits === ($is_postgres ? 2 : 0));
    [$found, $hits, $adopted, $again] = json_decode($page($texts));
    say('third', $found, $adopted, $hits === ($is_postgres ? 2 : 0), 'the same statements', $before === $again);
    $admin->exec("ALTER TABLE $table ADD w int");
    $more = "['SELECT * FROM $table WHERE v = ?']";
    say('before a change', json_decode($page($more))[0]);
    $admin->exec("ALTER TABLE $table ADD x int");
    say('after a change', json_decode($page($more))[0]);
    for ($number = 0; $number < 10; $number++) {
        $page("['SELECT v + $number FROM $table WHERE v = ?']");
    }
    $left = (int) json_decode($page('[]'))[3];
    say('never more than the cache may have', $left <= 4);
    say('without a cache', json_decode($page($texts, 0))[0]);
});
echo "done\n";
?>
--EXPECT--
PostgreSql, MariaDb
first: [2,1] | 0 | 0
second: [2,1] | 1 | true
third: [2,1] | 2 | true | the same statements | true
before a change: [2]
after a change: [2]
never more than the cache may have: true
without a cache: [2,1]
done

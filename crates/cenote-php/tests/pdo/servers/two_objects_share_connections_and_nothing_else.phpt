--TEST--
SPEC 50.13: connections go from one object to another of the same pool, without a round trip where nothing is to be undone, cleaned where something is
--SKIPIF--
<?php require __DIR__ . '/skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
use function Async\{await, delay, spawn};

on_each_server(function (Server $server) {
    $admin = $server->plain();
    $is_postgres = $server === Server::PostgreSql;
    $make = fn(array $options = []) => new PDO($server->dsn(), $server->user(), null, $options + [PDO::ATTR_POOL_ENABLED => true,
        PDO::ATTR_POOL_PERSISTENT => true, PDO::ATTR_POOL_MAX => 2, PDO::ATTR_POOL_STMT_CACHE_SIZE => 5, PDO::ATTR_EMULATE_PREPARES => false]);
    $value = fn(PDO $pdo, string $sql) => $pdo->query($sql)->fetchColumn();
    $id = fn(PDO $pdo) => (int) $value($pdo, $is_postgres ? 'SELECT pg_backend_pid()' : 'SELECT CONNECTION_ID()');
    [$set, $look, $clean] = $is_postgres
        ? ['SET search_path = pg_catalog', "SELECT current_setting('search_path')", '"$user", public']
        : ['SET SESSION sql_select_limit = 7', 'SELECT @@sql_select_limit', '18446744073709551615'];

    [$a, $b] = [$make(), $make()];
    $first = $id($a);
    say('one connection', $id($b) === $first, $id($a) === $first, $a->getPool()->stats()['resets']);

    // Settings of the object's own.
    [$a, $b] = [$make([PDO::ATTR_POOL_PERSISTENT => 'settings']), $make([PDO::ATTR_POOL_PERSISTENT => 'settings'])];
    $a->exec($set);
    foreach ([1, 2] as $round) {
        $seen = [$value($a, $look), $value($b, $look)];
        say("settings $round", $seen[0] !== $clean, (string) $seen[1] === $clean, $id($a) === $id($b), count($server->connections($admin)));
    }

    // Attributes of the driver.
    [$a, $b] = [$make([PDO::ATTR_POOL_PERSISTENT => 'attributes']), $make([PDO::ATTR_POOL_PERSISTENT => 'attributes'])];
    $same = $id($a);
    $a->setAttribute(PDO::ATTR_EMULATE_PREPARES, true);
    foreach ([1, 2] as $round) {
        say("attributes $round", (bool) $a->getAttribute(PDO::ATTR_EMULATE_PREPARES), (bool) $b->getAttribute(PDO::ATTR_EMULATE_PREPARES), $id($a) === $same, $id($b) === $same);
    }

    // Prepared statements, the last insert id, errors, session state, LISTEN.
    [$a, $b] = [$make([PDO::ATTR_POOL_PERSISTENT => 'rest']), $make([PDO::ATTR_POOL_PERSISTENT => 'rest'])];
    $table = $server->table($admin, $is_postgres ? 'id serial PRIMARY KEY, v int' : 'id int AUTO_INCREMENT PRIMARY KEY, v int');
    for ($round = 0; $round < 3; $round++) {
        foreach ([$a, $b] as $pdo) {
            $insert = $pdo->prepare("INSERT INTO $table (v) VALUES (?)");
            $insert->execute([$round]);
            $insert = null;
            $ids[] = $is_postgres ? 0 : (int) $pdo->lastInsertId();
            try { $pdo->query('SELECT nothing'); } catch (PDOException) {}
        }
        say("errors $round", $a->errorCode() === $b->errorCode(), $make([PDO::ATTR_POOL_PERSISTENT => 'rest'])->errorCode());
    }
    say('ids', $ids === ($is_postgres ? [0, 0, 0, 0, 0, 0] : [1, 2, 3, 4, 5, 6]), $is_postgres || [$a->lastInsertId(), $b->lastInsertId()] === ['5', '6']);
    await(spawn(fn() => $a->exec($is_postgres ? 'LISTEN mine' : 'SET @mine = 1')));
    await(spawn(fn() => say('left by a', (int) $value($b, $is_postgres ? 'SELECT count(*) FROM pg_listening_channels()' : 'SELECT @mine'))));

    // Many coroutines over both, some of which misbehave; never more than MAX.
    $most = 0;
    $work = function (int $i) use ($a, $b, $id, $value, $look, $clean, $set, &$most) {
        $pdo = [$a, $b][$i % 2];
        (string) $value($pdo, $look) === $clean || say('not clean', $i);
        match ($i % 5) {
            0 => $pdo->beginTransaction() && $id($pdo),
            1 => $pdo->exec($set),
            2 => $pdo->prepare('SELECT 1')->execute(),
            3 => throws(fn() => $pdo->query('SELECT nothing')),
            4 => delay(1),
        };
        $most = max($most, $a->getPool()->count());
    };
    array_map(await(...), array_map(fn(int $i) => spawn($work, $i), range(1, 100)));
    say('never more', $most, count($server->connections($admin)), settled($b), $a->getPool()->stats()['process']['inUse']);
    $a = $b = $pdo = $insert = null;
});
echo "done\n";
?>
--EXPECT--
PostgreSql, MariaDb
one connection: true | true | 0
settings 1: true | true | true | 2
settings 2: true | true | true | 2
attributes 1: true | false | true | true
attributes 2: true | false | true | true
errors 0: true | 00000
errors 1: true | 00000
errors 2: true | 00000
ids: true | true
left by a: 0
never more: 2 | 5 | 2 idle, 0 active | 0
done

--TEST--
SPEC 16.9, 17.2, 34.12, 21.8: DSN options, credentials, ATTR_POOL_INIT and driver options hold on every connection, after cleaning, and after the string they came in was changed
--SKIPIF--
<?php require __DIR__ . '/skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
use function Async\{await, spawn};

on_each_server(function (Server $server) {
    $is_postgres = $server === Server::PostgreSql;
    $init = $is_postgres ? "SET work_mem = '3MB'" : 'SET SESSION sort_buffer_size = 300000';
    $options = [PDO::ATTR_POOL_INIT => $init, PDO::ATTR_EMULATE_PREPARES => $is_postgres, PDO::ATTR_STRINGIFY_FETCHES => true,
        PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 3]
        + ($is_postgres ? [] : [PDO::MYSQL_ATTR_INIT_COMMAND => "SET NAMES latin1, time_zone = '+03:00'", PDO::MYSQL_ATTR_FOUND_ROWS => true,
            PDO::MYSQL_ATTR_MULTI_STATEMENTS => false]);
    // Drivers rewrite what they are given: user and password in the DSN, semicolons to spaces.
    $dsn = $is_postgres ? $server->dsn(null, "options='-c statement_timeout=77s'") : $server->dsn(null, 'user=root;charset=latin1');
    [$user, $password] = $is_postgres ? [strtolower('CENOTE'), str_repeat('x', 3)] : [null, null];
    $pdo = new PDO($dsn, $user, $password, $options);
    $dsn = $user = $password = str_repeat('overwritten', 9);
    $look = $is_postgres
        ? "SELECT concat_ws(' ', current_user, current_setting('statement_timeout'), current_setting('work_mem'),
            current_setting('application_name') LIKE 'cenote\_%')"
        : "SELECT concat_ws(' ', current_user(), @@time_zone, @@sort_buffer_size, @@character_set_client)";
    $seen = function () use ($pdo, $look, $is_postgres) {
        $two = $is_postgres ? '' : attempt(fn () => $pdo->exec('SELECT 1; SELECT 2'));
        return [value($pdo, $look), value($pdo, 'SELECT 1'), $two, (int) $pdo->getAttribute(PDO::ATTR_EMULATE_PREPARES)];
    };
    $on_three = fn () => array_unique(each_on_its_own($pdo, $seen, $seen, $seen), SORT_REGULAR);
    $before = $on_three();
    say('on three', count($before), 'made', count($pdo->getPool()));
    $expected = $is_postgres ? ['cenote 77s 3MB t', '1', '', 1] : ['root@localhost +03:00 300000 latin1', '1', 'PDOException', 0];
    say('as asked for', $before[0] === $expected ?: $before);
    await(spawn(fn () => $pdo->exec($is_postgres ? "SET statement_timeout = '5s'; SET work_mem = '5MB'" : 'SET time_zone = \'+05:00\'')));
    until(fn () => $pdo->getPool()->activeCount() === 0);
    say('after cleaning', $on_three() === $before ?: $on_three(), $pdo->getPool()->stats()['resets'] > 0);
});
echo "done\n";
?>
--EXPECT--
PostgreSql, MariaDb
on three: 1 | made | 3
as asked for: true
after cleaning: true | true
done

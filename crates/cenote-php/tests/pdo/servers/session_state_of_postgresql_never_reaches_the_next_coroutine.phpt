--TEST--
SPEC 21.3, 21.5, 21.6, 21.7: no kind of session state of PostgreSQL reaches the next coroutine; the connection stays the same
--SKIPIF--
<?php if (!getenv('CENOTE_POSTGRES')) die('skip needs scripts/servers/run.sh'); ?>
--FILE--
<?php
use function Async\{spawn, await};

$dsn = 'pgsql:' . getenv('CENOTE_POSTGRES');
$pdo = new PDO($dsn, null, null, [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 1]);
$texts = [
    "SET search_path TO pg_catalog",
    "/* x */ SET work_mem = '1MB'",
    "SELECT set_config('work_mem', '1MB', false)",
    "SELECT E'\\'', 1; SET work_mem = '1MB' --'",
    "SELECT $$'$$; SET work_mem = '1MB'; SELECT $$'$$",
    "SELECT (ARRAY[set_config('work_mem', '1MB', false)])[1]",
    "CREATE TEMP TABLE left_behind (a int)",
    "SELECT 1 AS a INTO TEMP left_behind",
    "CREATE TABLE pg_temp.left_behind (a int)",
    "LISTEN left_behind",
    "SELECT pg_advisory_lock(1)",
    "PREPARE left_behind AS SELECT 1",
    "DO $$ BEGIN PERFORM set_config('work_mem', '1MB', false); END $$",
];
$look = "SELECT current_setting('work_mem') || current_setting('search_path')
    || (SELECT count(*) FROM pg_class WHERE relname = 'left_behind' AND relnamespace = pg_my_temp_schema()) || (SELECT count(*) FROM pg_listening_channels())
    || (SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()) || (SELECT count(*) FROM pg_prepared_statements)";
$plain = (new PDO($dsn))->query($look)->fetchColumn();
$pid = await(spawn(fn () => $pdo->pgsqlGetPid()));
foreach ($texts as $text) {
    $held = await(spawn(function () use ($pdo, $text) {
        $pdo->exec($text);
        return $pdo->getPool()->activeCount();
    }));
    $seen = await(spawn(fn () => $pdo->query($look . ' || pg_backend_pid()')->fetchColumn()));
    echo $held, str_starts_with($seen, $plain) ? ' clean ' : " DIRTY ", str_ends_with($seen, (string) $pid) ? 'same' : 'other', " connection: $text\n";
}
echo "done\n";
?>
--EXPECT--
1 clean same connection: SET search_path TO pg_catalog
1 clean same connection: /* x */ SET work_mem = '1MB'
1 clean same connection: SELECT set_config('work_mem', '1MB', false)
1 clean same connection: SELECT E'\'', 1; SET work_mem = '1MB' --'
1 clean same connection: SELECT $$'$$; SET work_mem = '1MB'; SELECT $$'$$
1 clean same connection: SELECT (ARRAY[set_config('work_mem', '1MB', false)])[1]
1 clean same connection: CREATE TEMP TABLE left_behind (a int)
1 clean same connection: SELECT 1 AS a INTO TEMP left_behind
1 clean same connection: CREATE TABLE pg_temp.left_behind (a int)
1 clean same connection: LISTEN left_behind
1 clean same connection: SELECT pg_advisory_lock(1)
1 clean same connection: PREPARE left_behind AS SELECT 1
1 clean same connection: DO $$ BEGIN PERFORM set_config('work_mem', '1MB', false); END $$
done

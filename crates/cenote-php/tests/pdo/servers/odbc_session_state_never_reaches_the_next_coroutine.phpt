--TEST--
SPEC 21.1, 21.4, 21.5, 21.7, 27.1: over a driver that is not known only plain statements leave a connection clean; after all others it is replaced, whatever quotes hide
--SKIPIF--
<?php if (!getenv('CENOTE_ODBC') || !extension_loaded('pdo_odbc')) die('skip needs scripts/servers/run.sh with pdo_odbc'); ?>
--FILE--
<?php
use function Async\{spawn, await};

$admin = new PDO('pgsql:' . getenv('CENOTE_POSTGRES'));
$admin->exec('DROP TABLE IF EXISTS by_odbc_too; CREATE TABLE by_odbc_too (id int, v text)');
$pdo = new PDO('odbc:' . getenv('CENOTE_ODBC'), null, null, [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 1]);
$look = "SELECT current_setting('work_mem') || current_setting('search_path')
    || (SELECT count(*) FROM pg_class WHERE relname = 'left_behind' AND relnamespace = pg_my_temp_schema()) || (SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid())";
$fresh = $admin->query($look)->fetchColumn();
$texts = [
    "SELECT id, v FROM by_odbc_too WHERE v = 'it''s; SET x' OR id IN (1, 2)",
    "INSERT INTO by_odbc_too (id, v) VALUES (1, 'a'), (2, NULL)",
    "UPDATE by_odbc_too SET v = 'b' WHERE id = 1",
    'DELETE FROM by_odbc_too WHERE id = 2',
    "SET work_mem = '1MB'",
    "SELECT 1; SET work_mem = '1MB'",
    "SELECT E'\\'', 1; SET work_mem = '1MB' --'",
    "SELECT $$'$$, 1; SET work_mem = '1MB'; SELECT $$'$$",
    "SELECT U&'\\0027', 1; SET work_mem = '1MB'",
    "SELECT set_config('work_mem', '1MB', false)",
    'SELECT id INTO TEMP left_behind FROM by_odbc_too',
    'SELECT pg_advisory_lock(1)',
    "DO $$ BEGIN PERFORM set_config('work_mem', '1MB', false); END $$",
];
foreach ($texts as $text) {
    await(spawn(function () use ($pdo, $text) {
        $statement = $pdo->query($text);
    }));
    $kept = $pdo->getPool()->stats()['idle'] === 1 ? 'kept' : 'closed';
    $seen = await(spawn(fn () => $pdo->query($look)->fetchColumn()));
    echo $kept, $seen === $fresh ? ' clean' : " DIRTY ($seen)", ": $text\n";
    // The question itself is not plain.
    $pdo->getPool()->stats()['idle'] === 0 || exit("kept\n");
    await(spawn(fn () => $pdo->query('SELECT 1')->fetchColumn()));
}
$admin->exec('DROP TABLE by_odbc_too');
echo "done\n";
?>
--EXPECT--
kept clean: SELECT id, v FROM by_odbc_too WHERE v = 'it''s; SET x' OR id IN (1, 2)
kept clean: INSERT INTO by_odbc_too (id, v) VALUES (1, 'a'), (2, NULL)
kept clean: UPDATE by_odbc_too SET v = 'b' WHERE id = 1
kept clean: DELETE FROM by_odbc_too WHERE id = 2
closed clean: SET work_mem = '1MB'
closed clean: SELECT 1; SET work_mem = '1MB'
closed clean: SELECT E'\'', 1; SET work_mem = '1MB' --'
closed clean: SELECT $$'$$, 1; SET work_mem = '1MB'; SELECT $$'$$
closed clean: SELECT U&'\0027', 1; SET work_mem = '1MB'
closed clean: SELECT set_config('work_mem', '1MB', false)
closed clean: SELECT id INTO TEMP left_behind FROM by_odbc_too
closed clean: SELECT pg_advisory_lock(1)
closed clean: DO $$ BEGIN PERFORM set_config('work_mem', '1MB', false); END $$
done

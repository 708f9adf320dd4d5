--TEST--
SPEC 21.1, 21.2, 21.4: on PostgreSQL queries, changes of rows, transactions, definitions and settings of a transaction do not hold the connection, whatever their literals and comments say
--SKIPIF--
<?php if (!getenv('CENOTE_POSTGRES')) die('skip needs scripts/servers/run.sh'); ?>
--FILE--
<?php
use function Async\{spawn, await};

(new PDO('pgsql:' . getenv('CENOTE_POSTGRES')))->exec('DROP TABLE IF EXISTS clean');
$pdo = new PDO('pgsql:' . getenv('CENOTE_POSTGRES'), null, null, [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 1]);
$pdo->exec('SELECT 1');
$texts = [
    'CREATE TABLE clean (id serial PRIMARY KEY, name varchar(20) DEFAULT lower($$A$$), data jsonb)',
    'CREATE INDEX ON clean (lower(name), (data->>\'a\'))',
    "INSERT INTO clean (name, data) VALUES ('me@example.com', '{\"SET\": 1}'), ('it''s; SET x = 1 --', NULL)",
    "INSERT INTO clean (name) VALUES (E'it\\'s; LISTEN a') RETURNING id",
    'SELECT $$ ; LISTEN a; $$, $x$ $$ DO $$ $x$',
    '/* LISTEN a /* DO */ ; */ SELECT count(*), max(id) FROM clean -- LISTEN a',
    "SELECT * FROM clean WHERE data @> '{\"SET\": 1}' AND name ~ '^m' AND now() > '2000-01-01'::timestamp(0)",
    "WITH a (x) AS (SELECT id FROM clean), b AS (UPDATE clean SET name = upper(name) RETURNING *) SELECT * FROM a, b",
    "SELECT nextval('clean_id_seq')",
    'SELECT 1; SELECT 2',
    'SET LOCAL work_mem = \'1MB\'',
    "BEGIN; SELECT set_config('work_mem', '1MB', true), pg_advisory_xact_lock(1); SET LOCAL search_path = x; COMMIT",
    'ALTER TABLE clean ADD COLUMN more numeric(10, 2) NOT NULL DEFAULT 0',
    'EXPLAIN (ANALYZE, TIMING off) SELECT * FROM clean',
    'VACUUM clean',
    'DROP TABLE clean',
];
$held = await(spawn(function () use ($pdo, $texts) {
    foreach ($texts as $text) {
        $pdo->exec($text);
        if ($pdo->getPool()->activeCount() !== 0) {
            return $text;
        }
    }
    return 'nothing';
}));
echo "held by: $held\n";
echo 'cleanings: ', $pdo->getPool()->stats()['resets'], "\n";
echo "done\n";
?>
--EXPECT--
held by: nothing
cleanings: 0
done

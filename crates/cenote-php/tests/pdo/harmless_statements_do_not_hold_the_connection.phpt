--TEST--
SPEC 21.1, 21.2, 21.4, 20.4: plain statements, transactions and DDL on permanent objects leave the connection clean, whatever words stand in literals, names and comments
--FILE--
<?php
require __DIR__ . '/helpers.inc';
$pdo = pool(1, database(TABLE, "INSERT INTO t VALUES (1, 'one')"), NAMED);
$name = name_of($pdo);
$texts = [
    'SELECT * FROM t',
    "SELECT count(*), max(id), lower(v), coalesce(v, 'x'), length(v), abs(-1) FROM t",
    'WITH a AS (SELECT 1 AS n) SELECT n FROM a',
    'VALUES (1), (2)',
    "INSERT INTO t (v) VALUES ('PRAGMA foreign_keys = 1; CREATE TEMP TABLE x (n)')",
    "INSERT INTO t (v) VALUES ('it''s; ATTACH ''x'' AS y')",
    'REPLACE INTO t VALUES (1, \'someone@example.org\')',
    "INSERT INTO t VALUES (1, 'x') ON CONFLICT (id) DO UPDATE SET v = 'PRAGMA'",
    "UPDATE t SET v = 'attach' WHERE id = 1 -- PRAGMA foreign_keys = 1",
    'DELETE FROM t WHERE id > 100 /* ; PRAGMA foreign_keys = 1 */',
    'SELECT v AS "temp", id AS [pragma x], id AS `attach` FROM t',
    'BEGIN; INSERT INTO t (v) VALUES (\'q\'); COMMIT',
    'SAVEPOINT s; RELEASE s',
    'CREATE TABLE permanent (temp, temporary, pragma)',
    'CREATE INDEX i ON permanent (temp)',
    'CREATE VIEW w AS SELECT temp FROM permanent',
    'CREATE TRIGGER r AFTER INSERT ON permanent BEGIN UPDATE t SET v = new.temp WHERE id = 1; END',
    'ALTER TABLE permanent RENAME TO permanent2',
    'DROP TRIGGER r',
    'DROP VIEW w',
    'DROP TABLE permanent2',
    '   ',
    '-- only a comment',
    'SELECT 1; SELECT 2;',
];
foreach ($texts as $text) {
    thrown(fn() => $pdo->exec($text));
    if (usage($pdo) !== '1 idle, 0 active') {
        say($text, usage($pdo));
    }
}
say('same connection, never cleaned', name_of($pdo) === $name, $pdo->getPool()->stats()['resets']);
echo "done\n";
--EXPECT--
same connection, never cleaned: true | 0
done

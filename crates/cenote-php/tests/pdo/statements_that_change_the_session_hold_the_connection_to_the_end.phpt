--TEST--
SPEC 21.1, 21.3, 21.4, 21.6: a PRAGMA that sets, ATTACH and temporary objects hold the connection until the coroutine ends, also behind comments and in second statements
--FILE--
<?php
use function Async\{await, spawn};
require __DIR__ . '/helpers.inc';
$pdo = pool(1, database(TABLE));
value($pdo, 'SELECT 1');
$texts = [
    'PRAGMA foreign_keys = 1',
    'PRAGMA foreign_keys(1)',
    'pragma main.cache_size=50',
    'PRAGMA case_sensitive_like = true',
    "ATTACH ':memory:' AS other",
    "ATTACH DATABASE ':memory:' AS other",
    'CREATE TEMP TABLE x (n)',
    'CREATE TEMPORARY TABLE IF NOT EXISTS x (n)',
    'CREATE TEMP TABLE x AS SELECT 1',
    'CREATE TABLE temp.x (n)',
    'CREATE TABLE "temp".x (n)',
    'create temp view x AS SELECT 1',
    'CREATE VIEW temp.x AS SELECT 1',
    'CREATE TEMP TRIGGER x AFTER INSERT ON t BEGIN SELECT 1; END',
    '/* first */ PRAGMA foreign_keys = 1',
    "-- first\nPRAGMA foreign_keys = 1",
    "/* a */ -- b\n  /* c */ CREATE /* d */ TEMP /* e */ TABLE x (n)",
    'SELECT 1; PRAGMA foreign_keys = 1',
    "INSERT INTO t (v) VALUES ('a;b'); CREATE TEMP TABLE x (n)",
    ';; PRAGMA foreign_keys = 1',
];
$ways = [
    'exec' => fn($text) => $pdo->exec($text),
    'query' => fn($text) => $pdo->query($text)->fetchAll(),
    'prepare' => fn($text) => $pdo->prepare($text)->execute(),
];
foreach ($texts as $text) {
    foreach (str_contains($text, ';') ? ['exec' => $ways['exec']] : $ways as $way => $call) {
        await(spawn(function () use ($pdo, $text, $way, $call) {
            $call($text);
            value($pdo, 'SELECT 1');
            if (usage($pdo) !== '0 idle, 1 active') {
                say("$way $text", usage($pdo));
            }
        }));
        if (settled($pdo) !== '1 idle, 0 active') {
            say("after $way $text", usage($pdo));
        }
    }
}
say('cleanings', $pdo->getPool()->stats()['resets']);
echo "done\n";
--EXPECT--
cleanings: 52
done

--TEST--
SPEC 19.3, 34.16: a transaction opened by a statement text pins as beginTransaction() does, until a text ends it
--FILE--
<?php
require __DIR__ . '/helpers.inc';
$pdo = pool(2, database(TABLE));
$pairs = [
    ['BEGIN', 'COMMIT'],
    ['begin immediate', 'rollback'],
    ['/* note */ BEGIN EXCLUSIVE TRANSACTION', 'END TRANSACTION'],
    ["-- note\nBEGIN", ' ; COMMIT'],
    ['SAVEPOINT mine', 'RELEASE mine'],
    ["INSERT INTO t (v) VALUES ('x'); BEGIN", 'ROLLBACK; SELECT 1'],
];
foreach ($pairs as [$open, $close]) {
    $pdo->exec($open);
    $held = usage($pdo);
    $pdo->exec($close);
    say(strtr($open, "\n", ' '), $held, usage($pdo));
}
$pdo->query('BEGIN');
say('through query()', usage($pdo));
$pdo->prepare('COMMIT')->execute();
say('and prepare()', usage($pdo));
echo "done\n";
--EXPECT--
BEGIN: 0 idle, 1 active | 1 idle, 0 active
begin immediate: 0 idle, 1 active | 1 idle, 0 active
/* note */ BEGIN EXCLUSIVE TRANSACTION: 0 idle, 1 active | 1 idle, 0 active
-- note BEGIN: 0 idle, 1 active | 1 idle, 0 active
SAVEPOINT mine: 0 idle, 1 active | 1 idle, 0 active
INSERT INTO t (v) VALUES ('x'); BEGIN: 0 idle, 1 active | 1 idle, 0 active
through query(): 0 idle, 1 active
and prepare(): 1 idle, 0 active
done

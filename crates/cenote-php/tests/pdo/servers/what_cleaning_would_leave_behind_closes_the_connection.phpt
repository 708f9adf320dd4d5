--TEST--
SPEC 21.5, 21.7: PostgreSQL: what DISCARD ALL leaves behind (the seed of random(), libraries, temporary replication slots) closes the connection instead
--SKIPIF--
<?php require __DIR__ . '/skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
use function Async\{await, spawn};

$server = Server::PostgreSql;
$pdo = $server->pool(1);
$number = function (array $texts) use ($pdo): int {
    foreach ($texts as $text) {
        try {
            $pdo->exec($text);
        } catch (PDOException) {
        }
    }
    return (int) value($pdo, 'SELECT pg_backend_pid()');
};
foreach ([
    'a setting is cleaned' => ["SET work_mem = '5MB'"],
    'setseed' => ['SELECT setseed(0.5)'],
    'setseed, then DISCARD ALL' => ['SELECT setseed(0.5)', 'DISCARD ALL'],
    'the setting seed' => ['SET seed = 0.5'],
    'in a block' => ['DO $$ BEGIN PERFORM setseed(0.5); END $$'],
    'a library' => ["LOAD 'plpgsql'"],
    'a temporary slot' => ["SELECT pg_create_physical_replication_slot('cenote_slot', true, true)"],
    'one of three statements' => ["SELECT 1; SELECT setseed(0.5); SELECT 2"],
    'a column of that name' => ['SELECT 1 AS seed'],
] as $what => $texts) {
    $dirty = await(spawn($number, $texts));
    until(fn () => $pdo->getPool()->activeCount() === 0);
    say($what, $dirty === await(spawn($number, [])) ? 'the same' : 'another');
}
$random = fn () => $pdo->query('SELECT random()')->fetchColumn();
$seeded = function () use ($pdo, $random) {
    $pdo->exec('SELECT setseed(0.25)');
    return $random();
};
$first = await(spawn($seeded));
$second = await(spawn($random));
$expected = $server->plain();
$expected->exec('SELECT setseed(0.25)');
say('the seed is heard', $first === value($expected, 'SELECT random()'), 'and goes', $second !== value($expected, 'SELECT random()'));
echo "done\n";
?>
--EXPECT--
a setting is cleaned: the same
setseed: another
setseed, then DISCARD ALL: another
the setting seed: another
in a block: another
a library: another
a temporary slot: another
one of three statements: another
a column of that name: the same
the seed is heard: true | and goes | true
done

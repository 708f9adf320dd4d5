--TEST--
SPEC 18.2, 27.3: many coroutines that write to one file under contention all succeed, and no write is lost
--FILE--
<?php
use function Async\suspend;
require __DIR__ . '/helpers.inc';
$pdo = pool(4, database('CREATE TABLE counter (n)', 'INSERT INTO counter VALUES (0)'), [PDO::ATTR_TIMEOUT => 60]);
together(...array_fill(0, 8, function () use ($pdo) {
    for ($i = 0; $i < 5; $i++) {
        $pdo->exec('BEGIN IMMEDIATE');
        $n = value($pdo, 'SELECT n FROM counter');
        suspend();
        $pdo->exec('UPDATE counter SET n = ' . ($n + 1));
        $pdo->exec('COMMIT');
    }
}));
say('counted', value($pdo, 'SELECT n FROM counter'));
say('usage', usage($pdo));
echo "done\n";
--EXPECT--
counted: 40
usage: 4 idle, 0 active
done

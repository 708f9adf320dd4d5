--TEST--
SPEC 27.3, 23.3: when the busy timeout runs out, the coroutine gets plain PDO's error, and others ran meanwhile
--FILE--
<?php
use function Async\{await, delay, spawn};
require __DIR__ . '/helpers.inc';
$file = database(TABLE);
$pdo = pool(2, $file, [PDO::ATTR_TIMEOUT => 1]);
$pdo->exec('BEGIN IMMEDIATE');
$ticks = 0;
$waiting = true;
$ticker = spawn(function () use (&$ticks, &$waiting) {
    while ($waiting) {
        $ticks++;
        delay(5);
    }
});
await(spawn(function () use ($pdo) {
    say('waited', throws(fn() => $pdo->exec("INSERT INTO t VALUES (1, 'one')")), $pdo->errorCode(), $pdo->errorInfo());
}));
$waiting = false;
await($ticker);
say('others ran', $ticks > 3);
$pdo->exec('ROLLBACK');
say('usage', usage($pdo));
echo "done\n";
--EXPECT--
waited: PDOException: SQLSTATE[HY000]: General error: 5 database is locked | HY000 | ["HY000",5,"database is locked"]
others ran: true
usage: 2 idle, 0 active
done

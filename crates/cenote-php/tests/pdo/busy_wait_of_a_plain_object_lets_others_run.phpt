--TEST--
SPEC 27.3: a plain PDO object that waits for the lock of an SQLite file in a coroutine lets other coroutines run
--FILE--
<?php
use function Async\{delay, spawn};
require __DIR__ . '/helpers.inc';
$file = database(TABLE);
$holder = new PDO("sqlite:$file", null, null, [PDO::ATTR_TIMEOUT => 30]);
$waiter = new PDO("sqlite:$file", null, null, [PDO::ATTR_TIMEOUT => 30]);
$ticks = 0;
$written = false;
$ticker = function () use (&$ticks, &$written) {
    while (!$written) {
        $ticks++;
        delay(1);
    }
};
$hold = function () use ($holder, &$ticks) {
    $holder->exec('BEGIN IMMEDIATE');
    while ($ticks < 20) {
        delay(1);
    }
    $holder->exec('COMMIT');
};
$wait = function () use ($waiter, &$written) {
    try {
        $waiter->exec("INSERT INTO t VALUES (2, 'two')");
    } finally {
        $written = true;
    }
};
together($ticker, $hold, $wait);
say('ticks while waiting', $ticks >= 20);
say('rows', value($waiter, 'SELECT count(*) FROM t'));
echo "done\n";
--EXPECT--
ticks while waiting: true
rows: 1
done

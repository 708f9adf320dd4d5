--TEST--
SPEC 17.4, 13.9, 35.21: with one connection in steady use the surplus expires, down to MIN
--FILE--
<?php
use function Async\{delay, suspend};
require __DIR__ . '/helpers.inc';
// Anew if the machine stood still for so long that the timeout came before the first look.
do {
    $start = hrtime(true);
    $pdo = pool(6, database(), [PDO::ATTR_POOL_MIN => 2, PDO::ATTR_POOL_IDLE_TIMEOUT => 0.15]);
    $hold = function () use ($pdo) {
        $statement = $pdo->query('SELECT 1');
        suspend();
        suspend();
    };
    together($hold, $hold, $hold, $hold, $hold);
    $burst = usage($pdo);
} while (hrtime(true) - $start > 100e6);
say('after the burst', $burst);
for ($i = 0; $i < 500 && $pdo->getPool()->count() > 2; $i++) {
    value($pdo, 'SELECT 1');
    delay(10);
}
say('later', usage($pdo));
for ($i = 0; $i < 30; $i++) {
    value($pdo, 'SELECT 1');
    delay(10);
}
say('never below MIN', usage($pdo));
echo "done\n";
--EXPECT--
after the burst: 5 idle, 0 active
later: 2 idle, 0 active
never below MIN: 2 idle, 0 active
done

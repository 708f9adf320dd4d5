--TEST--
SPEC 20.5, 13.6: rounds of health checks with an interval in parts of a second keep MIN working connections, and those that answer stay
--FILE--
<?php
use function Async\delay;
require __DIR__ . '/helpers.inc';
$pdo = pool(4, database(), [
    PDO::ATTR_POOL_MIN => 2, PDO::ATTR_POOL_HEALTHCHECK_INTERVAL => 0.02, PDO::ATTR_POOL_MAX_LIFETIME => 0.1,
] + NAMED);
$names = [];
$missing = 0;
for ($i = 0; $i < 60 || count($names) < 2 && $i < 1000; $i++) {
    $names[name_of($pdo)] = true;
    delay(10);
}
say('replaced over time', count($names) >= 2);
for ($i = 0; $i < 500 && $pdo->getPool()->count() < 2; $i++) {
    delay(10);
}
say('MIN', $pdo->getPool()->count() >= 2, $pdo->getPool()->count() <= 4);
say('still works', value($pdo, 'SELECT 1'));

$lasting = pool(2, database(), [PDO::ATTR_POOL_MIN => 2, PDO::ATTR_POOL_HEALTHCHECK_INTERVAL => 0.01]);
delay(200);
$stats = $lasting->getPool()->stats();
say('healthy ones stay', $stats['created'], 'made', $stats['destroyed'], 'closed');
echo "done\n";
--EXPECT--
replaced over time: true
MIN: true | true
still works: 1
healthy ones stay: 2 | made | 0 | closed
done

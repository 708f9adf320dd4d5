--TEST--
SPEC 29.1, 29.2, 34.10: an object dropped while a background coroutine opens or cleans one of its connections closes everything, and nothing of it is touched afterwards
--FILE--
<?php
use function Async\{await, delay, spawn, suspend};
require __DIR__ . '/helpers.inc';
$file = database(TABLE, 'CREATE TABLE opened (n)');
$holder = new PDO("sqlite:$file");
$init = [PDO::ATTR_POOL_INIT => 'INSERT INTO opened VALUES (1)', PDO::ATTR_TIMEOUT => 60];
foreach (['auto', 'always'] as $reset) {
    $pdo = pool(1, $file, $init + [PDO::ATTR_POOL_RESET => $reset]);
    $pdo->exec('SELECT 1');
    settled($pdo);
    $holder->exec('BEGIN IMMEDIATE');
    await(spawn(fn() => $pdo->exec('CREATE TEMP TABLE x (n)')));
    suspend();
    say("$reset, cleaning", usage($pdo));
    $pool = $pdo->getPool();
    $pdo = null;
    say("$reset, dropped", $pool->isClosed(), count($pool));
    $holder->exec('COMMIT');
    $holder = null;
    for ($i = 0; $i < 1000 && opened($file) > 0; $i++) {
        delay(5);
    }
    say("$reset, later", count($pool), opened($file));
    $holder = new PDO("sqlite:$file");
}
$pdo = pool(2, $file, $init + [PDO::ATTR_POOL_MIN => 1, PDO::ATTR_POOL_HEALTHCHECK_INTERVAL => 0.01, PDO::ATTR_POOL_MAX_LIFETIME => 0.02]);
$holder->exec('BEGIN IMMEDIATE');
delay(100);
$pool = $pdo->getPool();
$pdo = null;
$holder->exec('COMMIT');
$holder = null;
for ($i = 0; $i < 1000 && opened($file) > 0; $i++) {
    delay(5);
}
say('a round', $pool->isClosed(), count($pool), opened($file));
echo "done\n";
--EXPECT--
auto, cleaning: 0 idle, 1 active
auto, dropped: true | 0
auto, later: 0 | 0
always, cleaning: 0 idle, 1 active
always, dropped: true | 0
always, later: 0 | 0
a round: true | 0 | 0
done

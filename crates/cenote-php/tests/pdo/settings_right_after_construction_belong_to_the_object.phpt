--TEST--
SPEC 21.9: PRAGMAs sent first by the constructing coroutine are replayed on every connection, warm ones too, and neither dirty nor pin
--FILE--
<?php
use function Async\{await, spawn, suspend};
require __DIR__ . '/helpers.inc';
foreach ([0, 2] as $min) {
    $pdo = pool(3, database(), [PDO::ATTR_POOL_MIN => $min]);
    $pdo->exec('PRAGMA foreign_keys = 1');
    $pdo->query('PRAGMA cache_size = 123');
    $pdo->prepare('PRAGMA case_sensitive_like = 1')->execute();
    say("MIN $min", $pdo->getPool()->activeCount());
    $look = function () use ($pdo) {
        $statement = $pdo->query("SELECT 'a' LIKE 'A'");
        suspend();
        return $statement->fetchColumn() . value($pdo, 'PRAGMA foreign_keys') . value($pdo, 'PRAGMA cache_size');
    };
    say('in three coroutines', together($look, $look, $look), $pdo->getPool()->stats()['created'] >= 3);
    await(spawn(fn() => $pdo->exec('PRAGMA foreign_keys = 0; CREATE TEMP TABLE x (n)')));
    settled($pdo);
    say('after a cleaning', together($look, $look, $look));
}
echo "done\n";
--EXPECT--
MIN 0: 0
in three coroutines: ["01123","01123","01123"] | true
after a cleaning: ["01123","01123","01123"]
MIN 2: 0
in three coroutines: ["01123","01123","01123"] | true
after a cleaning: ["01123","01123","01123"]
done

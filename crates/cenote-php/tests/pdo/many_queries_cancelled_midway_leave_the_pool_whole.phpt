--TEST--
SPEC 22.5, 34.24, 34.32: however many queries and waits are cancelled, no place is lost and every connection is accounted for
--FILE--
<?php
use function Async\{await, delay, spawn, suspend};
require __DIR__ . '/helpers.inc';
$pdo = pool(2, database(TABLE));
$pdo->sqliteCreateFunction('pause', function () {
    delay(60000);
});
for ($round = 0; $round < 5; $round++) {
    $coroutines = [];
    for ($i = 0; $i < 6; $i++) {
        $coroutines[] = spawn(fn() => $pdo->query('SELECT pause()'));
    }
    suspend();
    $seen = [];
    foreach ($coroutines as $coroutine) {
        $coroutine->cancel();
    }
    foreach ($coroutines as $coroutine) {
        $seen[get_class(thrown(fn() => await($coroutine)))] = true;
    }
    say("round $round", array_keys($seen), $pdo->getPool()->count() <= 2);
}
unset($coroutine, $coroutines);
settled($pdo);
$stats = $pdo->getPool()->stats();
say('nothing active or waiting', $stats['active'], $stats['creating'], $stats['waiting'], $stats['granted']);
say('created = destroyed + existing', $stats['created'] === $stats['destroyed'] + $pdo->getPool()->count());
say('still works', together(fn() => value($pdo, 'SELECT 1'), fn() => value($pdo, 'SELECT 2'), fn() => value($pdo, 'SELECT 3')));
echo "done\n";
--EXPECT--
round 0: ["Async\\AsyncCancellation"] | true
round 1: ["Async\\AsyncCancellation"] | true
round 2: ["Async\\AsyncCancellation"] | true
round 3: ["Async\\AsyncCancellation"] | true
round 4: ["Async\\AsyncCancellation"] | true
nothing active or waiting: 0 | 0 | 0 | 0
created = destroyed + existing: true
still works: [1,2,3]
done

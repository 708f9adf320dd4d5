--TEST--
SPEC 29.2, 29.1, 11.1: when the PDO goes while a coroutine has an open transaction on it, its connection is closed and the pool object counts 0
--FILE--
<?php
use function Async\{await, spawn, suspend};
require __DIR__ . '/helpers.inc';
$file = database(TABLE);
foreach (['transaction only' => false, 'with a session' => true] as $name => $session) {
    $box = (object) ['pdo' => pool(2, $file)];
    $pool = $box->pdo->getPool();
    $gate = new Gate();
    $coroutine = spawn(function () use ($box, $gate, $session) {
        $session && $box->pdo->exec('CREATE TEMP TABLE x (n)');
        $box->pdo->beginTransaction();
        $box->pdo->exec("INSERT INTO t VALUES (1, 'one')");
        $gate->pass();
    });
    suspend();
    $box->pdo = null;
    say("$name, dropped", $pool->isClosed(), $pool->count());
    $gate->open();
    await($coroutine);
    for ($i = 0; $i < 20; $i++) {
        suspend();
    }
    $stats = $pool->stats();
    say("$name, coroutine ended", $pool->count(), $pool->activeCount(), $stats['created'] - $stats['destroyed'], opened($file), committed($file));
}
echo "done\n";
--EXPECT--
transaction only, dropped: true | 0
transaction only, coroutine ended: 0 | 0 | 0 | 0 | 0
with a session, dropped: true | 0
with a session, coroutine ended: 0 | 0 | 0 | 0 | 0
done

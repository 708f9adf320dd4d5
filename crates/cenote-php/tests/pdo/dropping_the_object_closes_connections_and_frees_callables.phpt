--TEST--
SPEC 26.6, 29.2: dropping the PDO closes all its connections and frees the functions registered on it
--FILE--
<?php
use function Async\suspend;
require __DIR__ . '/helpers.inc';
$file = database();
$pdo = pool(3, $file, [PDO::ATTR_POOL_MIN => 1]);
$held = [new ArrayObject(), new ArrayObject(), new ArrayObject()];
$refs = array_map(WeakReference::create(...), $held);
$pdo->sqliteCreateFunction('f', fn() => count($held[0]), 0);
$pdo->sqliteCreateAggregate('g', fn() => count($held[1]), [$held[1], 'count'], 0);
$pdo->sqliteCreateCollation('h', fn($a, $b) => count($held[2]));
$held = null;
$use = function () use ($pdo) {
    $statement = $pdo->query('SELECT f()');
    suspend();
};
together($use, $use, $use);
unset($use);
say('before', opened($file) >= 3, array_map(fn($ref) => $ref->get() !== null, $refs));
$pool = $pdo->getPool();
unset($pdo);
gc_collect_cycles();
for ($i = 0; $i < 100 && opened($file) > 0; $i++) {
    suspend();
}
say('after', opened($file), array_map(fn($ref) => $ref->get() !== null, $refs), $pool->isClosed());
echo "done\n";
--EXPECT--
before: true | [true,true,true]
after: 0 | [false,false,false] | true
done

--TEST--
SPEC 29.2, 34.22: use of a pooled object makes no cycle of its own: object and statements are freed by their last reference
--FILE--
<?php
use function Async\{await, spawn};
require __DIR__ . '/helpers.inc';
gc_disable();
$file = database(TABLE);
$pdo = pool(2, $file);
await(spawn(fn() => $pdo->exec("INSERT INTO t VALUES (1, 'one')")));
$pool = $pdo->getPool();
$statement = $pdo->prepare('SELECT * FROM t');
$refs = array_map(WeakReference::create(...), [$pdo, $statement]);
thrown(fn() => $pdo->exec('DELETE FROM nowhere'));
$statement = null;
say('statement', $refs[1]->get() === null);
$pdo = null;
say('object', $refs[0]->get() === null, opened($file));
$pool = null;
$memory = 0;
for ($i = 0; $i < 300; $i++) {
    $pdo = pool(2, $file);
    $statement = $pdo->prepare('SELECT * FROM t');
    $statement->execute();
    $pdo->getPool();
    $pdo = $statement = null;
    if ($i === 100) {
        $memory = memory_get_usage();
    }
}
say('memory grows', memory_get_usage() - $memory > 20000);
echo "done\n";
--EXPECT--
statement: true
object: true | 0
memory grows: false
done

--TEST--
SPEC 29.6: a child that ends does not roll back what its parent has begun in a SQLite database with a rollback journal
--FILE--
<?php
require __DIR__ . '/helpers.inc';
$file = database(TABLE);
$pdo = pool(1, $file, [PDO::ATTR_POOL_INIT => 'PRAGMA journal_mode=DELETE']);
$pdo->beginTransaction();
$pdo->exec("INSERT INTO t VALUES (1, 'one')");
say('begun', file_exists("$file-journal"));
foreach (['untouched' => fn () => null, 'object dropped' => function () { $GLOBALS['pdo'] = null; }] as $name => $ending) {
    if (pcntl_fork() === 0) {
        $ending();
        exit(0);
    }
    pcntl_wait($status);
    say($name, $status, file_exists("$file-journal"), $pdo->inTransaction());
}
say('taken back by the parent', $pdo->rollBack(), value($pdo, 'SELECT count(*) FROM t'), value($pdo, 'PRAGMA integrity_check'));
?>
--EXPECT--
begun: true
untouched: 0 | true | true
object dropped: 0 | true | true
taken back by the parent: true | 0 | ok

--TEST--
SPEC 46.2: 64 Fibers interleaved by a loop, each in a transaction on one pooled PDO of 8 connections, do not mix: SQLite
--FILE--
<?php
require __DIR__ . '/../pdo/helpers.inc';
require __DIR__ . '/sixty_four.inc';
$pdo = pool(8, database('CREATE TABLE t (n INTEGER, part INTEGER)'));
echo interleave_sixty_four($pdo, 't', true), "\n";
// The same beside coroutines that use the pool, too.
$pdo->exec('DELETE FROM t');
$coroutine = Async\spawn(function () use ($pdo) { for ($n = 0; $n < 50; $n++) { $pdo->inTransaction() && print("in a transaction\n"); Async\suspend(); } });
echo interleave_sixty_four($pdo, 't', true), "\n";
Async\await($coroutine);
echo "done\n";
?>
--EXPECT--
[], at most 8 connections, 0 active afterwards
[], at most 8 connections, 0 active afterwards
done

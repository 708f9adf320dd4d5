--TEST--
SPEC 46.2, 45.6: of Fibers in transactions on a pool of 8 the ninth waits until one of them has ended, and holds its resumer up; if only that one could end them, it is a deadlock, which the ninth gets
--EXTENSIONS--
pdo_sqlite
--FILE--
<?php
use function Async\{delay, spawn};
require __DIR__ . '/helpers.inc';
set_exception_handler(fn ($e) => print(get_class($e) . ': ' . strtok($e->getMessage(), "\n") . "\n"));

$file = tempnam(sys_get_temp_dir(), 'cenote');
$pdo = new PDO("sqlite:$file", options: [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 8, PDO::ATTR_POOL_ACQUIRE_TIMEOUT => 0]);
$pdo->exec('CREATE TABLE t (n)');
$in_transaction = fn (int $n) => new Fiber(function () use ($pdo, $n) {
    $pdo->beginTransaction();
    $seen = $pdo->query('SELECT count(*) FROM t')->fetchColumn();
    Fiber::suspend();
    $pdo->rollBack();
    return "$n saw $seen";
});
$fibers = array_map($in_transaction, range(1, 8));
foreach ($fibers as $fiber) { $fiber->start(); }
echo $pdo->getPool()->activeCount(), " connections in use\n";

// Somebody else ends one of the eight.
spawn(function () use ($fibers) { delay(2); $fibers[0]->resume(); echo "one has ended\n"; });
$ninth = $in_transaction(9);
$ninth->start();
echo "the ninth has begun\n";

// Its resumer is the only one who could.
$tenth = $in_transaction(10);
try { $tenth->start(); } catch (Async\AsyncCancellation $e) { echo $e->getMessage(), ', ', get_class($e->getPrevious()), "\n"; }
var_dump($tenth->isTerminated());

foreach ([...array_slice($fibers, 1), $ninth] as $fiber) { $fiber->resume(); echo $fiber->getReturn(), "\n"; }
echo $pdo->getPool()->activeCount(), " connections in use\n";
unlink($file);
?>
--EXPECT--
8 connections in use
one has ended
the ninth has begun
Deadlock detected, Async\DeadlockError
bool(true)
2 saw 0
3 saw 0
4 saw 0
5 saw 0
6 saw 0
7 saw 0
8 saw 0
9 saw 0
0 connections in use
Async\DeadlockError: Deadlock detected: no active coroutines, 1 coroutines in waiting

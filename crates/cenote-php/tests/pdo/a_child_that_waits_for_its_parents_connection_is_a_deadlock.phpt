--TEST--
SPEC 18.3, 30.6: with no acquire timeout, a parent that holds the only connection and awaits a child that needs it gets a DeadlockError, and the pool goes on
--FILE--
<?php set_exception_handler(fn ($e) => print(get_class($e) . "\n"));
use function Async\{await, spawn};
require __DIR__ . '/helpers.inc';
$pdo = pool(1, database(TABLE), [PDO::ATTR_POOL_ACQUIRE_TIMEOUT => 0]);
$pdo->beginTransaction();
$child = spawn(fn() => value($pdo, 'SELECT 1'));
say('main', get_class(thrown(fn() => await($child))));
say('child', get_class(thrown(fn() => await($child))));
say('transaction', $pdo->inTransaction(), $pdo->rollBack(), usage($pdo));
say('another child', await(spawn(fn() => value($pdo, 'SELECT 2'))));
echo "done\n";
--EXPECT--
main: Async\AsyncCancellation
child: Async\AsyncCancellation
transaction: true | true | 1 idle, 0 active
another child: 2
done
Async\DeadlockError

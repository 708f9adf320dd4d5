--TEST--
SPEC 23.6, 19.1: PDO's acquire timeout says what keeps connections from going back
--FILE--
<?php
require __DIR__ . '/helpers.inc';
$pdo = pool(1, database(), [PDO::ATTR_POOL_ACQUIRE_TIMEOUT => 0.01]);
$pdo->beginTransaction();
$e = Async\await(Async\spawn(fn () => thrown(fn () => $pdo->query('SELECT 1'))));
say('refused', $e->getCode());
echo preg_replace('/hold=\d+/', 'hold=n', $e->getMessage()), "\n";
$pdo->rollBack();
echo "done\n";
--EXPECT--
refused: HYT00
SQLSTATE[HYT00]: No resource within 10 ms: max=1 active=1 idle=0 creating=0 waiting=1 breaker=ACTIVE longest hold=n ms. A connection is held by an open transaction, by each statement object that is still alive, and, after a SET, a CALL or the like, until its coroutine ends. How long others wait is PDO::ATTR_POOL_ACQUIRE_TIMEOUT (0.01 s)
done

--TEST--
SPEC 13.8, 16.2, 34.30: a connection past ATTR_POOL_MAX_LIFETIME is not handed out again
--FILE--
<?php
use function Async\delay;
require __DIR__ . '/helpers.inc';
$pdo = pool(1, database(), [PDO::ATTR_POOL_MAX_LIFETIME => 0.05] + NAMED);
$first = name_of($pdo);
delay(150);
say('another one', name_of($pdo) !== $first);
$statement = $pdo->query('SELECT name FROM me');
$held = $statement->fetchColumn();
delay(150);
say('one in use is left alone', name_of($pdo) === $held);
unset($statement);
say('and goes when it comes back', name_of($pdo) !== $held, $pdo->getPool()->count());
echo "done\n";
--EXPECT--
another one: true
one in use is left alone: true
and goes when it comes back: true | 1
done

--TEST--
SPEC 29.5, 34.23: __construct on a pooled PDO, and with the pool option on a built plain PDO, is refused; both objects go on as they were
--FILE--
<?php
require __DIR__ . '/helpers.inc';
$file = database(TABLE);
$other = database();
$pdo = pool(2, $file, [PDO::ATTR_POOL_MIN => 1]);
$pool = $pdo->getPool();
$statement = $pdo->query('SELECT 1');
say('pooled, plain options', thrown(fn() => $pdo->__construct("sqlite:$other")) instanceof Error);
say('pooled, pool options', thrown(fn() => $pdo->__construct("sqlite:$other", null, null, [PDO::ATTR_POOL_ENABLED => true])) instanceof Error);
say('unchanged', $pdo->getPool() === $pool, $pool->isClosed(), usage($pdo), $statement->fetchColumn(), value($pdo, 'SELECT count(*) FROM t'));
$plain = new PDO("sqlite:$file");
$e = thrown(fn() => $plain->__construct("sqlite:$other", null, null, [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MIN => 1]));
say('plain', !$e instanceof LogicException, $plain->getPool(), value($plain, 'SELECT count(*) FROM t'), opened($other));
echo "done\n";
--EXPECT--
pooled, plain options: true
pooled, pool options: true
unchanged: true | false | 0 idle, 1 active | 1 | 0
plain: true | null | 0 | 0
done

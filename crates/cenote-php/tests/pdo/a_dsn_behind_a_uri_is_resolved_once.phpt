--TEST--
SPEC 17.1: a uri: DSN is read in the constructor, and only there
--FILE--
<?php
require __DIR__ . '/helpers.inc';
$file = database();
$dsn = temporary('.dsn');
file_put_contents($dsn, "sqlite:$file");
$pdo = new PDO("uri:file://$dsn", null, null, [PDO::ATTR_POOL_ENABLED => true]);
unlink($dsn);
say('works', value($pdo, 'SELECT 1'), opened($file));
$statement = $pdo->query('SELECT 1');
Async\await(Async\spawn(fn() => say('second connection', value($pdo, 'SELECT 2'), usage($pdo))));
echo "done\n";
--EXPECT--
works: 1 | 1
second connection: 2 | 1 idle, 1 active
done

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
unset($statement, $pdo);
file_put_contents($dsn, 'nothing');
foreach (["uri:file://$dsn", 'uri:file:///cenote/none'] as $uri) {
    $plain = @throws(fn() => new PDO($uri));
    $pooled = @throws(fn() => new PDO($uri, null, null, [PDO::ATTR_POOL_ENABLED => true]));
    say('refused', $pooled, $pooled === $plain);
}
echo "done\n";
--EXPECT--
works: 1 | 1
second connection: 2 | 1 idle, 1 active
refused: PDOException: PDO::__construct(): Argument #1 ($dsn) must be a valid data source name (via URI) | true
refused: PDOException: PDO::__construct(): Argument #1 ($dsn) must be a valid data source URI | true
done

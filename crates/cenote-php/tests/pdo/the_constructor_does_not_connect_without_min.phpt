--TEST--
SPEC 17.1, 34.18, 34.11: with MIN 0 no option makes the constructor connect, and the template never has a connection of its own
--FILE--
<?php
require __DIR__ . '/helpers.inc';
$file = database();
unlink($file);
$options = [
    PDO::ATTR_ERRMODE => PDO::ERRMODE_SILENT,
    PDO::ATTR_TIMEOUT => 5,
    PDO::ATTR_STRINGIFY_FETCHES => true,
    PDO::SQLITE_ATTR_EXTENDED_RESULT_CODES => true,
    PDO::ATTR_STATEMENT_CLASS => [PDOStatement::class],
    PDO::ATTR_POOL_INIT => 'PRAGMA foreign_keys = 1',
    PDO::ATTR_POOL_HEALTHCHECK_INTERVAL => 5,
];
$pdo = pool(4, $file, $options);
say('constructed', usage($pdo), file_exists($file), opened($file));
value($pdo, 'SELECT 1');
say('used', usage($pdo), file_exists($file), opened($file));
echo "done\n";
--EXPECT--
constructed: 0 idle, 0 active | false | 0
used: 1 idle, 0 active | true | 1
done

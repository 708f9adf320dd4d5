--TEST--
SPEC 17.1: a DSN alias of php.ini is resolved as without a pool
--INI--
pdo.dsn.cenote_alias="sqlite:{PWD}/../../../../target/cenote-alias.db"
pdo.dsn.cenote_broken="nothing"
--FILE--
<?php
require __DIR__ . '/helpers.inc';
$file = __DIR__ . '/../../../../target/cenote-alias.db';
@unlink($file);
$pdo = new PDO('cenote_alias', null, null, [PDO::ATTR_POOL_ENABLED => true]);
say('before use', file_exists($file));
$pdo->exec(TABLE);
say('after use', file_exists($file), usage($pdo));
unset($pdo);
unlink($file);
$plain = throws(fn() => new PDO('cenote_broken'));
$pooled = throws(fn() => new PDO('cenote_broken', null, null, [PDO::ATTR_POOL_ENABLED => true]));
say('a broken alias', $pooled, $pooled === $plain);
echo "done\n";
--EXPECT--
before use: false
after use: true | 1 idle, 0 active
a broken alias: PDOException: invalid data source name (via INI: pdo.dsn.cenote_broken) | true
done

--TEST--
SPEC 29.5: a pooled PDO cannot be cloned, serialised or unserialised, and the attempts leave the pool as it was
--FILE--
<?php
require __DIR__ . '/helpers.inc';
$pdo = pool(2, database(), [PDO::ATTR_POOL_MIN => 1]);
say('clone', get_class(thrown(fn() => clone $pdo)));
say('serialise', throws(fn() => serialize($pdo)));
say('unserialise', get_class(thrown(fn() => unserialize('O:3:"PDO":0:{}'))));
say('without constructor', get_class(thrown(fn() => (new ReflectionClass('PDO'))->newInstanceWithoutConstructor()->exec('SELECT 1'))));
say('pool', usage($pdo), value($pdo, 'SELECT 1'), $pdo->getPool()->stats()['created']);
echo "done\n";
--EXPECT--
clone: Error
serialise: Exception: Serialization of 'PDO' is not allowed
unserialise: Exception
without constructor: Error
pool: 1 idle, 0 active | 1 | 1
done

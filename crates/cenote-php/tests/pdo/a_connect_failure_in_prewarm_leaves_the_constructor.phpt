--TEST--
SPEC 17.3: a connect failure at MIN is the constructor's exception, and the connections made before it are closed
--FILE--
<?php
require __DIR__ . '/helpers.inc';
$missing = sys_get_temp_dir() . '/cenote-missing-' . getmypid() . '/none.db';
say('first', throws(fn() => pool(2, $missing, [PDO::ATTR_POOL_MIN => 2])) === throws(fn() => new PDO("sqlite:$missing")));
$file = database('CREATE TABLE once (n INTEGER PRIMARY KEY)');
$e = thrown(fn() => pool(3, $file, [PDO::ATTR_POOL_MIN => 3, PDO::ATTR_POOL_INIT => 'INSERT INTO once VALUES (1)']));
say('second', get_class($e), $e->errorInfo[1] ?? null, str_contains($e->getMessage(), 'UNIQUE constraint failed: once.n'));
say('connections made before it', opened($file));
echo "done\n";
--EXPECT--
first: true
second: PDOException | 19 | true
connections made before it: 0
done

--TEST--
SPEC 16.5: reading HEALTHCHECK_INTERVAL is an IM001 error that takes no connection
--FILE--
<?php
require __DIR__ . '/helpers.inc';
$pdo = pool(1, database(), [PDO::ATTR_POOL_HEALTHCHECK_INTERVAL => 5]);
$e = thrown(fn() => $pdo->getAttribute(PDO::ATTR_POOL_HEALTHCHECK_INTERVAL));
say('exception', get_class($e), $e->getCode(), $e->errorInfo[0]);
say('text', str_contains($e->getMessage(), 'construction-only attribute and cannot be read at runtime'));
$pdo->setAttribute(PDO::ATTR_ERRMODE, PDO::ERRMODE_SILENT);
say('silent', $pdo->getAttribute(PDO::ATTR_POOL_HEALTHCHECK_INTERVAL), $pdo->errorCode());
say('usage', usage($pdo));
echo "done\n";
--EXPECT--
exception: PDOException | IM001 | IM001
text: true
silent: false | IM001
usage: 0 idle, 0 active
done

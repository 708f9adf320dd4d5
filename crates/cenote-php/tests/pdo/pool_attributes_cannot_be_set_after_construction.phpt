--TEST--
SPEC 16.5, 34.29: setAttribute of a pool attribute is an IM001 error that takes no connection and changes nothing
--FILE--
<?php
require __DIR__ . '/helpers.inc';
$pdo = pool(3, database());
$names = ['ENABLED', 'MIN', 'MAX', 'HEALTHCHECK_INTERVAL', 'STMT_CACHE_SIZE', 'ACQUIRE_TIMEOUT', 'MAX_LIFETIME', 'IDLE_TIMEOUT'];
foreach ($names as $name) {
    $e = thrown(fn() => $pdo->setAttribute(constant("PDO::ATTR_POOL_$name"), 1));
    say($name, get_class($e), $e->getCode());
}
foreach (['RESET' => 'never', 'INIT' => 'SELECT 1'] as $name => $value) {
    say($name, thrown(fn() => $pdo->setAttribute(constant("PDO::ATTR_POOL_$name"), $value))->getCode());
}
$pdo->setAttribute(PDO::ATTR_ERRMODE, PDO::ERRMODE_SILENT);
say('silent', $pdo->setAttribute(PDO::ATTR_POOL_MAX, 9), $pdo->errorCode());
say('unchanged', $pdo->getAttribute(PDO::ATTR_POOL_MAX), $pdo->getAttribute(PDO::ATTR_POOL_RESET));
say('usage', usage($pdo));
echo "done\n";
--EXPECT--
ENABLED: PDOException | IM001
MIN: PDOException | IM001
MAX: PDOException | IM001
HEALTHCHECK_INTERVAL: PDOException | IM001
STMT_CACHE_SIZE: PDOException | IM001
ACQUIRE_TIMEOUT: PDOException | IM001
MAX_LIFETIME: PDOException | IM001
IDLE_TIMEOUT: PDOException | IM001
RESET: IM001
INIT: IM001
silent: false | IM001
unchanged: 3 | auto
usage: 0 idle, 0 active
done

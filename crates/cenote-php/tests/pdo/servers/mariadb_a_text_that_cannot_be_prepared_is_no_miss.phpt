--TEST--
SPEC 25.8: a text that the server refuses to prepare, and PDO sends as it is, counts as uncacheable, not as a miss
--SKIPIF--
<?php if (!getenv('CENOTE_MARIADB')) die('skip needs scripts/servers/run.sh'); ?>
--FILE--
<?php
require __DIR__ . '/mariadb.inc';
$pdo = pool(1, [PDO::ATTR_EMULATE_PREPARES => false, PDO::ATTR_POOL_STMT_CACHE_SIZE => 8], ';unused=1');
// What this server does not prepare: the proxy's refusal stands for an old server, which prepares less.
$refuse = fn (string $command): ?string => $command[0] === "\x16" && str_contains($command, 'SHOW')
    ? "\xff" . pack('v', 1295) . '#HY000This command is not supported in the prepared statement protocol yet' : null;
$pdo = new PDO(proxied($refuse), ROOT, null, [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 1, PDO::ATTR_EMULATE_PREPARES => false, PDO::ATTR_POOL_STMT_CACHE_SIZE => 8]);
foreach (['SHOW TABLES', 'SHOW TABLES', 'SELECT 1', 'SELECT 1'] as $text) {
    $statement = $pdo->prepare($text);
    $statement->execute();
    $stats = $pdo->getPool()->stats();
    echo $text, ' ', count($statement->fetchAll()), ": $stats[cacheHits] hits, $stats[cacheMisses] misses, $stats[uncacheable] uncacheable\n";
    unset($statement);
}
unset($pdo);
end_proxies();
echo "done\n";
?>
--EXPECT--
SHOW TABLES 1: 0 hits, 0 misses, 1 uncacheable
SHOW TABLES 1: 0 hits, 0 misses, 2 uncacheable
SELECT 1 1: 0 hits, 1 misses, 2 uncacheable
SELECT 1 1: 1 hits, 1 misses, 2 uncacheable
done

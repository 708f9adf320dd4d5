--TEST--
SPEC 16.3: MIN, MAX, HEALTHCHECK_INTERVAL and STMT_CACHE_SIZE out of range are corrected without a word
--FILE--
<?php
require __DIR__ . '/helpers.inc';
set_error_handler(fn($level, $message) => print("unexpected: $message\n"));
$file = database();
$cases = [
    'MIN below 0' => [PDO::ATTR_POOL_MIN => -5],
    'MAX below 1' => [PDO::ATTR_POOL_MAX => 0],
    'MAX far below 1' => [PDO::ATTR_POOL_MAX => -7],
    'MAX below MIN' => [PDO::ATTR_POOL_MIN => 4, PDO::ATTR_POOL_MAX => 2],
    'interval below 0' => [PDO::ATTR_POOL_HEALTHCHECK_INTERVAL => -1],
    'cache below 0' => [PDO::ATTR_POOL_STMT_CACHE_SIZE => -1],
];
foreach ($cases as $name => $options) {
    $pdo = new PDO("sqlite:$file", null, null, $options + [PDO::ATTR_POOL_ENABLED => true]);
    say(
        $name,
        $pdo->getAttribute(PDO::ATTR_POOL_MIN),
        $pdo->getAttribute(PDO::ATTR_POOL_MAX),
        $pdo->getAttribute(PDO::ATTR_POOL_STMT_CACHE_SIZE),
        $pdo->getPool()->count(),
        value($pdo, 'SELECT 1'),
    );
}
echo "done\n";
--EXPECT--
MIN below 0: 0 | 10 | 0 | 0 | 1
MAX below 1: 0 | 1 | 0 | 0 | 1
MAX far below 1: 0 | 1 | 0 | 0 | 1
MAX below MIN: 4 | 4 | 0 | 4 | 1
interval below 0: 0 | 10 | 0 | 0 | 1
cache below 0: 0 | 10 | 0 | 0 | 1
done

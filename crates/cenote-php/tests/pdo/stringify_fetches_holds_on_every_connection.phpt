--TEST--
SPEC 24.1: STRINGIFY_FETCHES set on the object holds for statements of all connections
--FILE--
<?php
use function Async\suspend;
require __DIR__ . '/helpers.inc';
$pdo = pool(3, database(), [PDO::ATTR_POOL_MIN => 1]);
$fetch = function () use ($pdo) {
    $statement = $pdo->query('SELECT 7');
    suspend();
    return $statement->fetchColumn();
};
say('before', together($fetch, $fetch), $pdo->getAttribute(PDO::ATTR_STRINGIFY_FETCHES));
$pdo->setAttribute(PDO::ATTR_STRINGIFY_FETCHES, true);
say('after', together($fetch, $fetch, $fetch), $pdo->getAttribute(PDO::ATTR_STRINGIFY_FETCHES));
$pdo->setAttribute(PDO::ATTR_STRINGIFY_FETCHES, false);
say('back', together($fetch, $fetch, $fetch));
echo "done\n";
--EXPECT--
before: [7,7] | false
after: ["7","7","7"] | true
back: [7,7,7]
done

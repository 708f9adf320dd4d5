--TEST--
SPEC 50.11: of pools without a connection a process remembers the figures of the last 32; those with one, and those in use, stay
--FILE--
<?php
require __DIR__ . '/served.inc';
$file = database(TABLE);
$served = new Served();
$make = "\$make = fn(int \$i, array \$options = []) => new PDO('sqlite:$file', null, null, [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_PERSISTENT => \"tenant \$i\"] + \$options);";
$told = fn() => (int) $served->page('ob_start(); phpinfo(INFO_MODULES); echo substr_count(ob_get_clean(), "tenant ");');
$short = '[PDO::ATTR_POOL_MAX_LIFETIME => 0.001]';
for ($round = 0; $round < 3; $round++) {
    $served->page("$make for (\$i = 0; \$i < 100; \$i++) { value(\$make(\$i + 1000 * $round, $short), 'SELECT 1'); } usleep(50_000);");
    say("round $round", $told());
}
$served->page("$make for (\$i = 0; \$i < 40; \$i++) { value(\$make(\$i), 'SELECT 1'); }");
say('kept', $told());
say('they go on', $served->page("$make \$opened = 0; for (\$i = 0; \$i < 40; \$i++) { \$pdo = \$make(\$i); value(\$pdo, 'SELECT 1'); \$opened += \$pdo->getPool()->stats()['process']['adopted']; } echo \$opened;"));
// One that lives while others are forgotten goes on counting.
say('in use', $served->page("$make \$pdo = \$make(5000); value(\$pdo, 'SELECT 1'); for (\$i = 0; \$i < 100; \$i++) { value(\$make(\$i + 6000, $short), 'SELECT 1'); } usleep(50_000);
    echo \$pdo->getPool()->stats()['process']['opened'];"));
say('after it', $served->page("$make \$pdo = \$make(5000); value(\$pdo, 'SELECT 1'); echo json_encode(array_filter(\$pdo->getPool()->stats()['process']));"));
$served->stop();
echo "done\n";
--EXPECT--
round 0: 32
round 1: 32
round 2: 32
kept: 72
they go on: 40
in use: 1
after it: {"opened":1,"adopted":1}
done

--TEST--
SPEC 50.1, 50.11: the next request adopts the idle connections of a pool with the same arguments, and stats() tells it
--FILE--
<?php
require __DIR__ . '/served.inc';
$file = database(TABLE);
$served = new Served();
$page = kept_pool($file) . '
    $names = together(...array_fill(0, 3, fn() => [$pdo->beginTransaction(), name_of($pdo), Async\suspend(), $pdo->rollBack()][1]));
    sort($names);
    $process = $pdo->getPool()->stats()["process"];
    echo json_encode([$names, $process["opened"], $process["adopted"]]);';
[$first, $opened, $adopted] = json_decode($served->page($page));
say('first', count(array_unique($first)), $opened, $adopted);
foreach ([2, 3] as $number) {
    [$names, $opened, $adopted] = json_decode($served->page($page));
    say("request $number", $names === $first, $opened, $adopted);
}
$before = $served->page('echo opened(' . var_export($file, true) . ');');
say('open between requests', (int) $before >= 3);
say('without the attribute', $served->page('$pdo = new PDO(' . var_export("sqlite:$file", true) . ', null, null, [PDO::ATTR_POOL_ENABLED => true] + NAMED);
    echo json_encode([in_array(name_of($pdo), ' . var_export($first, true) . '), isset($pdo->getPool()->stats()["process"])]);'));
echo "done\n";
--EXPECT--
first: 3 | 3 | 0
request 2: true | 3 | 3
request 3: true | 3 | 6
open between requests: true
without the attribute: [false,false]
done

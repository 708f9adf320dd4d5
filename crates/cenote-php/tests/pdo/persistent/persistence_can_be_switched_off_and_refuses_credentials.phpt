--TEST--
SPEC 50.1, 50.9, 50.10: cenote.persistent = 0 switches it off; memory databases end with their object; credentials are refused
--FILE--
<?php
require __DIR__ . '/served.inc';
$file = database(TABLE);
$served = new Served(['cenote.persistent' => 0]);
$page = kept_pool($file) . 'echo json_encode([name_of($pdo), isset($pdo->getPool()->stats()["process"]), $pdo->getAttribute(PDO::ATTR_POOL_PERSISTENT)]);';
say('switched off', substr($first = $served->page($page), 18), $first === $served->page($page));
$e = thrown(fn() => new PDO("sqlite:$file", null, null, [
    PDO::ATTR_POOL_ENABLED => true,
    PDO::ATTR_POOL_PERSISTENT => true,
    PDO::ATTR_POOL_CREDENTIALS => fn() => ['u', 'p'],
]));
say('credentials', get_class($e), $e->getMessage());
foreach ([false, true, 'name', '1', '0', 0, ''] as $given) {
    $pdo = new PDO("sqlite:$file", null, null, [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_PERSISTENT => $given]);
    say(var_export($given, true), $pdo->getAttribute(PDO::ATTR_POOL_PERSISTENT));
}
say('wrong type', throws(fn() => new PDO("sqlite:$file", null, null, [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_PERSISTENT => []])));
$served = new Served();
$page = '$pdo = new PDO("sqlite:file:m?mode=memory&cache=shared", null, null, ' . KEPT . '); $pdo->exec("CREATE TABLE t (id)"); echo "made";';
say('in memory', $served->page($page), $served->page($page));
echo "done\n";
--EXPECT--
switched off: ",false,true] | false
credentials: PDOException | PDO::ATTR_POOL_PERSISTENT cannot be used with PDO::ATTR_POOL_CREDENTIALS: the next request finds the pool by its user and password. Pass these to the constructor, or leave ATTR_POOL_PERSISTENT out
false: false
true: true
'name': name
'1': true
'0': false
0: false
'': false
wrong type: TypeError: Attribute value must be of type bool for PDO::ATTR_POOL_PERSISTENT, array given
in memory: made | made
done

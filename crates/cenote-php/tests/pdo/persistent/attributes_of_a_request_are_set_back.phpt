--TEST--
SPEC 50.4: an attribute of PDO's own, set in the constructor or later, costs no connection; one of the driver's that it cannot set back does
--FILE--
<?php
require __DIR__ . '/served.inc';
$file = database(TABLE);
$served = new Served();
$own = '[PDO::ATTR_STRINGIFY_FETCHES => true, PDO::ATTR_CASE => PDO::CASE_UPPER, PDO::ATTR_DEFAULT_FETCH_MODE => PDO::FETCH_NUM]';
$look = 'echo json_encode([$pdo->query("SELECT 1 AS a")->fetch(), $pdo->getPool()->stats()["process"]]);';
$row = function (string $code) use ($served, $file, $look, $own): void {
    [$row, $figures] = json_decode($served->page($code . $look), true);
    echo json_encode($row), ' ', $figures['opened'], ' opened, ', $figures['unclean'], " closed\n";
};
$row(kept_pool($file, $own));
$row(kept_pool($file, $own));
$row(kept_pool($file));
$row(kept_pool($file) . '$pdo->setAttribute(PDO::ATTR_STRINGIFY_FETCHES, true); $pdo->setAttribute(PDO::ATTR_ERRMODE, PDO::ERRMODE_SILENT);');
$row(kept_pool($file));
$row(kept_pool($file) . '$pdo->setAttribute(PDO::ATTR_TIMEOUT, 9);');
$row(kept_pool($file));
echo "done\n";
--EXPECT--
["1"] 1 opened, 0 closed
["1"] 1 opened, 0 closed
{"a":1,"0":1} 1 opened, 0 closed
{"a":"1","0":"1"} 1 opened, 0 closed
{"a":1,"0":1} 1 opened, 0 closed
{"a":1,"0":1} 1 opened, 0 closed
{"a":1,"0":1} 2 opened, 1 closed
done

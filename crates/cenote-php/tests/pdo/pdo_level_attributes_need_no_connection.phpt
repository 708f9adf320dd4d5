--TEST--
SPEC 24.2: PDO-level attributes are set and read on the template without a connection, and hold on all of them
--FILE--
<?php
use function Async\suspend;
require __DIR__ . '/helpers.inc';
$file = database();
$pdo = pool(3, $file);
$set = [
    'ERRMODE' => PDO::ERRMODE_SILENT,
    'CASE' => PDO::CASE_UPPER,
    'ORACLE_NULLS' => PDO::NULL_TO_STRING,
    'DEFAULT_FETCH_MODE' => PDO::FETCH_ASSOC,
    'STATEMENT_CLASS' => [PDOStatement::class],
];
foreach ($set as $name => $value) {
    $attribute = constant("PDO::ATTR_$name");
    say($name, $pdo->setAttribute($attribute, $value), $pdo->getAttribute($attribute) === $value);
}
say('DRIVER_NAME', $pdo->getAttribute(PDO::ATTR_DRIVER_NAME));
say('PERSISTENT', $pdo->getAttribute(PDO::ATTR_PERSISTENT));
say('connections', usage($pdo), opened($file));
$use = function () use ($pdo) {
    $statement = $pdo->query('SELECT 1 AS a, NULL AS b');
    suspend();
    return [$statement->fetch(), $pdo->exec('DELETE FROM nowhere')];
};
foreach (together($use, $use, $use) as $result) {
    say('in use', $result);
}
echo "done\n";
--EXPECT--
ERRMODE: true | true
CASE: true | true
ORACLE_NULLS: true | true
DEFAULT_FETCH_MODE: true | true
STATEMENT_CLASS: true | true
DRIVER_NAME: sqlite
PERSISTENT: false
connections: 0 idle, 0 active | 0
in use: [{"A":1,"B":""},false]
in use: [{"A":1,"B":""},false]
in use: [{"A":1,"B":""},false]
done

--TEST--
SPEC 17.1: PDO's own attributes of a wrong value are refused in the constructor in the words of plain PDO, with the number and name of the argument
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$file = database();
$options = [
    'mode' => [PDO::ATTR_ERRMODE => 99],
    'type' => [PDO::ATTR_ERRMODE => []],
    'class' => [PDO::ATTR_STATEMENT_CLASS => ['nothing']],
    'case' => [PDO::ATTR_CASE => 99],
];
$see = fn(array $given) => (fn($e) => [get_class($e), $e->getMessage(), $e->getLine()])
    (thrown(fn() => new PDO("sqlite:$file", null, null, $given)));
foreach ($options as $name => $given) {
    $plain = $see($given);
    $pooled = $see($given + [PDO::ATTR_POOL_ENABLED => true]);
    say($name, $plain[0], $plain === $pooled ? 'the same' : [$plain, $pooled]);
}
echo "done\n";
--EXPECT--
mode: ValueError | the same
type: TypeError | the same
class: TypeError | the same
case: ValueError | the same
done

--TEST--
SPEC 16.1, 29.1: a subclass with a destructor is destroyed at the same moment as without a pool
--FILE--
<?php
require __DIR__ . '/helpers.inc';
final class Loud extends PDO
{
    public function __destruct()
    {
        echo '(destructor)';
    }
}
$file = database(TABLE);
foreach (['plain' => false, 'pooled' => true] as $name => $pooled) {
    ob_start();
    $pdo = new Loud("sqlite:$file", null, null, [PDO::ATTR_POOL_ENABLED => $pooled]);
    $statement = $pdo->prepare('SELECT 7');
    $pdo = null;
    echo 'A';
    $statement->execute();
    echo $statement->fetchColumn();
    $statement = null;
    echo 'B';
    $pdo = new Loud("sqlite:$file", null, null, [PDO::ATTR_POOL_ENABLED => $pooled]);
    value($pdo, 'SELECT 1');
    echo 'C';
    $pdo = null;
    echo 'D';
    $seen[] = ob_get_clean();
}
say('seen', $seen[0], $seen[0] === $seen[1]);
echo "done\n";
--EXPECTF--
seen: %s | true
done

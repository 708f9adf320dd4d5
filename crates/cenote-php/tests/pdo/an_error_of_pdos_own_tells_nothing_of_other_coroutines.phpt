--TEST--
SPEC 20.1, 23.2: beside an error that PDO itself raises there is nothing left of the driver's last error of another coroutine
--FILE--
<?php
use function Async\{spawn, await};

$file = sys_get_temp_dir() . '/cenote-' . getmypid() . '-own-error.db';
$pdo = new PDO("sqlite:$file", null, null, [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 1]);
function attempt(PDO $pdo, callable $call): void
{
    try {
        $call($pdo);
    } catch (PDOException) {
        echo json_encode($pdo->errorInfo()), "\n";
    }
}
await(spawn(attempt(...), $pdo, fn ($pdo) => $pdo->exec('a secret')));
await(spawn(attempt(...), $pdo, fn ($pdo) => $pdo->getAttribute(99)));
// One that has got over its error, and gives back with none.
await(spawn(function () use ($pdo) {
    $pdo->beginTransaction();
    attempt($pdo, fn ($pdo) => $pdo->exec('SELECT a FROM secret'));
    $pdo->exec('COMMIT');
}));
await(spawn(function () use ($pdo) {
    $pdo->beginTransaction();
    attempt($pdo, fn ($pdo) => $pdo->getAttribute(99));
}));
$pdo = null;
unlink($file);
echo "done\n";
?>
--EXPECT--
["HY000",1,"near \"a\": syntax error"]
["IM001",null,null]
["HY000",1,"no such table: secret"]
["IM001",null,null]
done

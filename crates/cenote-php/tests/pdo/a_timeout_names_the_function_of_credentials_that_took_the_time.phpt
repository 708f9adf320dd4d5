--TEST--
SPEC 16.10, 23.6: who waits in vain while the function in ATTR_POOL_CREDENTIALS runs gets an HYT00 that names it; who waits for connections in use does not
--FILE--
<?php
require __DIR__ . '/helpers.inc';
use function Async\{await, delay, spawn};

$says = function (Throwable $e): string {
    $figures = ['/max=.*?ms\./' => 'figures.', '/took [\d.]+ s/' => 'took n s'];
    return $e->getCode() . ' ' . preg_replace(array_keys($figures), $figures, $e->getMessage());
};
$file = database();
$asked = 0;
$pdo = pool(1, $file, [PDO::ATTR_POOL_ACQUIRE_TIMEOUT => 0.05, PDO::ATTR_POOL_CREDENTIALS => function () use (&$asked): array {
    $asked++;
    delay(200);
    return ['user', 'secret'];
}]);
$first = spawn(fn () => value($pdo, 'SELECT 1'));
delay(1);
say('while it runs', $says(thrown(fn () => $pdo->query('SELECT 2'))));
say('the first', await($first));

// The function has done its part.
$holder = spawn(function () use ($pdo): void {
    $pdo->beginTransaction();
    delay(300);
});
delay(1);
say('in use', $says(thrown(fn () => $pdo->query('SELECT 3'))), 'asked', $asked);
await($holder);
say('then', value($pdo, 'SELECT 4'), 'asked', $asked);
echo "done\n";
?>
--EXPECT--
while it runs: HYT00 SQLSTATE[HYT00]: No resource within 50 ms: figures. The function in PDO::ATTR_POOL_CREDENTIALS took n s or longer, and nothing but a time limit of its own ends what it waits for. How long others wait is PDO::ATTR_POOL_ACQUIRE_TIMEOUT (0.05 s)
the first: 1
in use: HYT00 SQLSTATE[HYT00]: No resource within 50 ms: figures. A connection is held by an open transaction, by each statement object that is still alive, and, after a SET, a CALL or the like, until its coroutine ends. How long others wait is PDO::ATTR_POOL_ACQUIRE_TIMEOUT (0.05 s) | asked | 1
then: 4 | asked | 1
done

--TEST--
SPEC 16.10, 23.6, 23.7: whose time goes by in its own call of ATTR_POOL_CREDENTIALS, and then at a silent server, gets an HYT00 that names the function
--SKIPIF--
<?php require __DIR__ . '/skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
use function Async\{await, delay, spawn};

$silent = stream_socket_server('tcp://127.0.0.1:0');
$port = substr(strrchr(stream_socket_get_name($silent, false), ':'), 1);
$try = function (string $driver, int $takes) use ($port): string {
    $pdo = new PDO("$driver:host=127.0.0.1;port=$port", options: [
        PDO::ATTR_POOL_ENABLED => true,
        PDO::ATTR_POOL_ACQUIRE_TIMEOUT => 1,
        PDO::ATTR_POOL_CREDENTIALS => function () use ($takes): array {
            delay($takes);
            return ['user', null];
        },
    ]);
    try {
        return $pdo->query('SELECT 7')->fetchColumn();
    } catch (PDOException $e) {
        $named = preg_match('/The function in PDO::ATTR_POOL_CREDENTIALS took [\d.]+ s/', $e->getMessage());
        return $e->getCode() . ($named ? ' names the function' : '');
    }
};
foreach (['pgsql', 'mysql'] as $driver) {
    foreach ([0, 600] as $takes) {
        echo "$driver, $takes ms: ", await(spawn($try, $driver, $takes)), "\n";
    }
}
?>
--EXPECT--
pgsql, 0 ms: HYT00
pgsql, 600 ms: HYT00 names the function
mysql, 0 ms: HYT00
mysql, 600 ms: HYT00 names the function

--TEST--
SPEC 19.1, 18.3: a connection goes back as soon as nothing holds it, so that 20 coroutines that do slow other work share two
--SKIPIF--
<?php require __DIR__ . '/skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
use function Async\{await, delay, spawn};

on_each_server(function (Server $server) {
    $pdo = $server->pool(2, [PDO::ATTR_POOL_ACQUIRE_TIMEOUT => 0.9]);
    $start = microtime(true);
    $ask = function () use ($pdo) {
        $one = (int) $pdo->query('SELECT 1')->fetchColumn();
        delay(1000);
        return $one + (int) $pdo->query('SELECT 1')->fetchColumn();
    };
    say('sum', array_sum(together(...array_fill(0, 20, $ask))));
    $took = microtime(true) - $start;
    say('together', $took < 5 ? 'in the time of one' : $took, usage($pdo) === '2 idle, 0 active' || usage($pdo));
});
echo "done\n";
?>
--EXPECT--
PostgreSql, MariaDb
sum: 40
together: in the time of one | true
done

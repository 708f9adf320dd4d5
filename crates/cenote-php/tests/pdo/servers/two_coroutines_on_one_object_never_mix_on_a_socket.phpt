--TEST--
SPEC 18.2, 28.1, 28.3, 34.30: two coroutines on one object have a connection each with a pool; without one the second is refused and sends nothing
--SKIPIF--
<?php require __DIR__ . '/skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
use function Async\{await, spawn};

on_each_server(function (Server $server) {
    $proxy = $server->proxy();
    $race = function (PDO $pdo) use ($proxy) {
        $pdo->query('SELECT 0')->fetchAll();
        $before = $proxy->done();
        $proxy->stall_at('slow');
        $slow = spawn(fn () => count($pdo->query("SELECT 'slow'")->fetchAll()));
        until(fn () => $proxy->done() > $before);
        $second = await(spawn(fn () => throws(fn () => $pdo->query('SELECT 1234567')->fetchAll())));
        say('the second', preg_match('/^PDOException.*ATTR_POOL_ENABLED/', $second) ? 'refused' : str_replace('LogicException: nothing was thrown', 'served', $second), 'sent', $proxy->seen('1234567'));
        $proxy->pass();
        say('the first', await($slow), 'later', (int) value($pdo, 'SELECT 7'));
    };
    say('without a pool', '');
    $race($server->plain($proxy));
    say('with a pool', '');
    $race($server->pool(2, [], $proxy));
});
echo "done\n";
?>
--EXPECT--
PostgreSql, MariaDb
without a pool: 
the second: refused | sent | 0
the first: 1 | later | 7
with a pool: 
the second: served | sent | 1
the first: 1 | later | 7
done

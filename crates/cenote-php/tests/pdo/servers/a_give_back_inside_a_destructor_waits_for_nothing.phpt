--TEST--
SPEC 19.8, 30.12: inside a destructor, which may not wait before PHP 8.4, the cleaning of a connection that goes back is left to the background, after a call as after the last statement
--SKIPIF--
<?php
if (PHP_VERSION_ID >= 80400) die('skip since PHP 8.4 a destructor may switch and so wait');
require __DIR__ . '/skip.inc';
?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';

final class AtEnd
{
    public function __construct(private Closure $run)
    {
    }

    public function __destruct()
    {
        ($this->run)();
    }
}

on_each_server(function (Server $server) {
    $pdo = $server->pool(1, [PDO::ATTR_POOL_RESET => 'always']);
    // Nothing that leaves rows behind.
    $text = $server === Server::PostgreSql ? 'SELECT 1' : 'DO 1';
    $pdo->exec($text);
    say('outside', usage($pdo), $pdo->getPool()->stats()['resets']);
    new AtEnd(function () use ($pdo, $text) {
        $pdo->exec($text);
        say('after a call', usage($pdo));
    });
    say('then', settled($pdo), $pdo->getPool()->stats()['resets']);
    new AtEnd(function () use ($pdo) {
        $statement = $pdo->query('SELECT 1');
        $statement = null;
        say('after the last statement', usage($pdo));
    });
    say('then', settled($pdo), $pdo->getPool()->stats()['resets']);
});
echo "done\n";
?>
--EXPECT--
PostgreSql, MariaDb
outside: 1 idle, 0 active | 1
after a call: 0 idle, 1 active
then: 1 idle, 0 active | 2
after the last statement: 0 idle, 1 active
then: 1 idle, 0 active | 3
done

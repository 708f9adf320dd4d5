--TEST--
SPEC 18.8, 18.9, 34.14: inTransaction(), errorCode() and errorInfo() take and hold nothing
--SKIPIF--
<?php require __DIR__ . '/skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
use function Async\{await, spawn};

on_each_server(function (Server $server) {
    $proxy = $server->proxy();
    $pdo = $server->pool(1, [], $proxy);
    $look = fn () => [$pdo->inTransaction(), $pdo->errorCode(), $pdo->errorInfo(), count($pdo->getPool())];
    say('before any use', $look(), await(spawn($look)), $proxy->connects());
    await(spawn(fn () => value($pdo, 'SELECT 1')));
    say('with an idle one', $look(), usage($pdo), $proxy->connects());
});
echo "done\n";
?>
--EXPECT--
PostgreSql, MariaDb
before any use: [false,"00000",["00000",null,null],0] | [false,"00000",["00000",null,null],0] | 0
with an idle one: [false,"00000",["00000",null,null],1] | 1 idle, 0 active | 1
done

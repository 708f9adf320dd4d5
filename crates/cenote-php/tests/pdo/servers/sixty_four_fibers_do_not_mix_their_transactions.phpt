--TEST--
SPEC 46.2: 64 Fibers interleaved by a loop, each in a transaction on one pooled PDO of 8 connections, do not mix: PostgreSQL and MariaDB
--SKIPIF--
<?php require __DIR__ . '/skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
require __DIR__ . '/../../fibers/sixty_four.inc';

on_each_server(function (Server $server) {
    $admin = $server->plain();
    $table = $server->table($admin, 'n int, part int');
    $pdo = $server->pool(8);
    say('result', interleave_sixty_four($pdo, $table, false));
    say('open on the server', $server->open_transactions($admin));
});
echo "done\n";
?>
--EXPECT--
PostgreSql, MariaDb
result: [], at most 8 connections, 0 active afterwards
open on the server: 0
done

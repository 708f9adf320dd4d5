--TEST--
SPEC 13.10, 29.4: neither health rounds nor idle connections keep a script alive, and its connections are closed in the protocol's way however it ends
--SKIPIF--
<?php require __DIR__ . '/skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
on_each_server(function (Server $server) {
    $ends = ['the end' => '', 'exit' => 'exit(3);', 'an exception' => "throw new Exception('x');", 'a fatal error' => 'undefined_function();',
        'SIGTERM' => 'pcntl_async_signals(true); pcntl_signal(SIGTERM, fn () => exit(4)); posix_kill(getmypid(), SIGTERM); Async\delay(5000);'];
    $goodbye = $server === Server::PostgreSql ? "X\0\0\0\4" : "\1\0\0\0\1";
    foreach ($ends as $name => $end) {
        $proxy = $server->proxy();
        $dsn = var_export($server->dsn($proxy), true);
        $start = microtime(true);
        [, $code] = run_php("\$pdo = new PDO($dsn, " . var_export($server->user(), true) . ", null, [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MIN => 2,
            PDO::ATTR_POOL_HEALTHCHECK_INTERVAL => 5]); Async\\await(Async\\spawn(fn () => \$pdo->query('SELECT 1')->fetchAll())); $end");
        $took = microtime(true) - $start;
        until(fn () => $proxy->seen($goodbye) === 2);
        say($name, 'code', $code, $took < 4 ? 'at once' : $took, 'connects', $proxy->connects(), 'goodbyes', $proxy->seen($goodbye));
    }
});
echo "done\n";
?>
--EXPECT--
PostgreSql, MariaDb
the end: code | 0 | at once | connects | 2 | goodbyes | 2
exit: code | 3 | at once | connects | 2 | goodbyes | 2
an exception: code | 255 | at once | connects | 2 | goodbyes | 2
a fatal error: code | 255 | at once | connects | 2 | goodbyes | 2
SIGTERM: code | 4 | at once | connects | 2 | goodbyes | 2
done

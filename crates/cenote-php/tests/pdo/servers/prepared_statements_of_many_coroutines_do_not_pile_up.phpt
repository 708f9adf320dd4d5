--TEST--
SPEC 25.1, 25.2, 25.3, 21.8: 64 coroutines that prepare, execute and free over 8 connections leave at most the kept statements on the server
--SKIPIF--
<?php require __DIR__ . '/skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
use function Async\{await, spawn};

on_each_server(function (Server $server) {
    // Each connection tells its own. PostgreSQL's question is one of them; MariaDB's first one is closed or kept before the second.
    $count = fn (PDO $pdo) => $server === Server::PostgreSql
        ? (int) value($pdo, 'SELECT count(*) FROM pg_prepared_statements') - 1
        : array_sum(array_map(fn ($sign, $name) => $sign * (int) $pdo->query("SHOW SESSION STATUS LIKE '$name'")->fetchColumn(1),
            [1, -1], ['Com_stmt_prepare', 'Com_stmt_close']));
    foreach ([0, 4] as $size) {
        $pdo = $server->pool(8, [PDO::ATTR_EMULATE_PREPARES => false, PDO::ATTR_POOL_STMT_CACHE_SIZE => $size]);
        $work = function (int $i) use ($server, $pdo) {
            for ($n = 0; $n < 10; $n++) {
                $statement = $pdo->prepare('SELECT ' . ($server === Server::PostgreSql ? '?::int' : '?') . ' + ' . ($n % 6));
                $statement->execute([$i]);
                if ((int) $statement->fetchColumn() !== $i + $n % 6) {
                    return 1;
                }
                $statement = null;
            }
            return 0;
        };
        $wrong = array_sum(together(...array_map(fn ($i) => fn () => $work($i), range(1, 64))));
        $left = together(...array_fill(0, 8, function () use ($pdo, $count, $server) {
            $pdo->query($server->sleep(0.02));
            return $count($pdo);
        }));
        $most = max($left) <= $size ? 0 : $left;
        $stats = $pdo->getPool()->stats();
        say("cache $size", 'wrong answers', $wrong, 'too many', $most, 'connections', $stats['created'] <= 8, 'hits', $stats['cacheHits'] > 0);
    }
});
echo "done\n";
?>
--EXPECT--
PostgreSql, MariaDb
cache 0: wrong answers | 0 | too many | 0 | connections | true | hits | false
cache 4: wrong answers | 0 | too many | 0 | connections | true | hits | true
done

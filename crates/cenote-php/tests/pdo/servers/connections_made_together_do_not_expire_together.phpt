--TEST--
SPEC 13.8, 34.30: connections are replaced after their lifetime, up to a tenth earlier each by its own chance, and never handed out past it
--SKIPIF--
<?php require __DIR__ . '/skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
use function Async\{await, delay, spawn};

on_each_server(function (Server $server) {
    // Anew if the machine stood still when they expired.
    for ($attempt = 0, $steps = []; $attempt < 5 && count($steps) <= 3; $attempt++) {
        $made = microtime(true);
        $pdo = $server->pool(30, [PDO::ATTR_POOL_MIN => 30, PDO::ATTR_POOL_MAX_LIFETIME => 2]);
        $pool = $pdo->getPool();
        $before = spawn(fn () => $server->id($pdo));
        $steps = [];
        $old = await($before);
        while (count($pool) > 0 && $pool->stats()['expired'] < 30 && microtime(true) < $made + 20) {
            $steps[$pool->stats()['expired']] ??= microtime(true) - $made;
            delay(4);
        }
    }
    say('not all at once', count($steps) > 3 ? 'yes' : $steps);
    $first = $steps[min(array_filter(array_keys($steps)) ?: [0])];
    say('the first', $first > 1.75 && $first < 15 ? 'up to a tenth early' : $first);
    say('an old one', await(spawn(fn () => $server->id($pdo))) !== $old, 'expired', $pool->stats()['expired']);
});
echo "done\n";
?>
--EXPECT--
PostgreSql, MariaDb
not all at once: yes
the first: up to a tenth early
an old one: true | expired | 30
done

--TEST--
SPEC 20.4, 20.2, 21.4: handing a connection out and taking it back sends nothing: a pooled object sends what a plain one does
--SKIPIF--
<?php require __DIR__ . '/skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
use function Async\{await, spawn};

on_each_server(function (Server $server) {
    $table = $server->table($server->plain(), 'v int');
    $bytes = function (PDO $pdo, FaultyProxy $proxy) use ($table): array {
        $pdo->query('SELECT 1');
        $sizes = [];
        foreach (['query' => fn () => $pdo->query('SELECT 1')->fetchAll(), 'exec' => fn () => $pdo->exec("INSERT INTO $table VALUES (2)"),
            'transaction' => fn () => [$pdo->beginTransaction(), $pdo->exec("INSERT INTO $table VALUES (3)"), $pdo->commit()]] as $name => $work) {
            $before = $proxy->sent();
            for ($round = 0; $round < 10; $round++) {
                await(spawn($work));
            }
            $sizes[$name] = $proxy->sent() - $before;
        }
        return $sizes;
    };
    $proxy = $server->proxy();
    $plain = $bytes($server->plain($proxy), $proxy);
    $pooled = $bytes($server->pool(1, [], $proxy), $proxy);
    say('as plain', $plain === $pooled ? 'yes' : [$plain, $pooled]);
    say('something was sent', min($plain) > 50);
});
echo "done\n";
?>
--EXPECT--
PostgreSql, MariaDb
as plain: yes
something was sent: true
done

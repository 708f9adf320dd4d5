--TEST--
SPEC 29.11, 50.4: a fatal error while other coroutines are in calls leaves no transaction, no lock and no descriptor behind
--SKIPIF--
<?php require __DIR__ . '/skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
require __DIR__ . '/../persistent/served.inc';

on_each_server(function (Server $server) {
    $admin = $server->plain();
    $table = $server->table($admin, 'v int');
    $admin->exec("INSERT INTO $table VALUES (1)");
    $sleep = $server === Server::PostgreSql ? 'SELECT pg_sleep(60)' : 'SELECT SLEEP(60)';
    $served = new Served(['memory_limit' => '32M']);
    $make = fn(string $options) => '$make = fn() => new PDO(' . var_export($server->dsn(), true) . ', ' . var_export($server->user(), true) . ", null, $options);";
    $pooled = fn(string $persistent) => $make("[PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_PERSISTENT => $persistent, PDO::ATTR_POOL_MAX => 3]")
        . ' $a = $b = $c = $make();';
    $kinds = ['persistent pool' => $pooled('true'), 'pool' => $pooled('false'), 'plain' => $make('[]') . ' $a = $make(); $b = $make(); $c = $make();'];
    $fatal = ['compile error' => 'eval("interface I {} class C implements I, I {}");', 'memory' => 'str_repeat("x", 1 << 27);'];
    foreach ($kinds as $kind => $make) {
        foreach (['main' => '%s', 'a coroutine' => 'Async\await(Async\spawn(function () { %s }));'] as $where => $wrapped) {
            foreach ($fatal as $what => $code) {
                $page = "$make
                    \$ready = 0;
                    Async\\spawn(function () use (\$a, &\$ready) { \$a->beginTransaction(); \$a->exec('UPDATE $table SET v = v + 1'); \$ready++; Async\\delay(60000); });
                    Async\\spawn(function () use (\$b, &\$ready) { \$b->query('SELECT 1')->fetchAll(); \$ready++; \$b->query('$sleep'); });
                    Async\\spawn(function () use (\$c, &\$ready) { \$s = \$c->prepare('SELECT v FROM $table'); \$s->execute(); \$s->fetch(); \$ready++; Async\\delay(60000); });
                    while (\$ready < 3) { Async\\delay(1); }
                    Async\\delay(5);" . sprintf($wrapped, $code);
                $fds = fn() => (int) $served->page('echo count(scandir("/proc/self/fd"));');
                $served->page($page);
                $before = $fds();
                for ($times = 0; $times < 3; $times++) {
                    $served->page($page);
                }
                $more = $fds() - $before;
                // The server may go on with a sleep for a while, but not with what a transaction holds.
                $admin->exec($server === Server::PostgreSql ? 'SET lock_timeout = 5000' : 'SET SESSION innodb_lock_wait_timeout = 5, lock_wait_timeout = 5');
                $admin->exec("UPDATE $table SET v = v");
                $rows = $admin->query("SELECT v FROM $table")->fetchColumn();
                $kept = $kind === 'persistent pool' ? 3 : 0;
                $idle = fn() => array_filter($server->connections($admin), fn($id) => (string) $admin->query($server === Server::PostgreSql
                    ? "SELECT count(*) FROM pg_stat_activity WHERE pid = $id AND query <> '$sleep'" : "SELECT COUNT(*) FROM information_schema.processlist WHERE id = $id AND COALESCE(info, '') <> '$sleep'")->fetchColumn() === '1');
                until(fn() => count($idle()) <= $kept);
                $is_fine = $rows == 1 && ($kind === 'plain' ? $more <= $times : $more <= 0);
                $is_fine || say("$kind, $what in $where", 'row', $rows, 'descriptors', $more);
            }
        }
        say($kind, 'done');
    }
    $served->stop();
});
echo "done\n";
?>
--EXPECT--
PostgreSql, MariaDb
persistent pool: done
pool: done
plain: done
done

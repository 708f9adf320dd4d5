--TEST--
SPEC 24.1, 24.3, 20.3: what setAttribute tells the driver holds on connections made before and after, so that a rollBack() works on each
--SKIPIF--
<?php require __DIR__ . '/skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
use function Async\{await, spawn};

on_each_server(function (Server $server) {
    $admin = $server->plain();
    $table = $server->table($admin, 'v int');
    $pdo = $server->pool(4, [PDO::ATTR_POOL_MIN => 2]);
    [$attribute, $value] = $server === Server::MariaDb ? [PDO::ATTR_AUTOCOMMIT, false] : [PDO::ATTR_EMULATE_PREPARES, true];
    say('set', $pdo->setAttribute($attribute, $value));
    $look = function () use ($server, $pdo, $attribute, $table) {
        $seen = (int) $pdo->getAttribute($attribute);
        $server === Server::PostgreSql && $pdo->beginTransaction();
        $pdo->exec("INSERT INTO $table VALUES (1)");
        $pdo->inTransaction() && $pdo->rollBack();
        return $seen;
    };
    say('on each', array_unique(each_on_its_own($pdo, ...array_fill(0, 4, $look))) === [(int) $value], 'connections', count($pdo->getPool()));
    say('rows', (int) value($admin, "SELECT count(*) FROM $table"));
    say('set back', $pdo->setAttribute($attribute, !$value));
    say('on each', array_unique(together(...array_fill(0, 4, fn () => (int) $pdo->getAttribute($attribute)))) === [(int) !$value]);
});
echo "done\n";
?>
--EXPECT--
PostgreSql, MariaDb
set: true
on each: true | connections | 4
rows: 0
set back: true
on each: true
done

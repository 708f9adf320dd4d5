--TEST--
SPEC 22.3: exec() of a ROLLBACK acknowledges a lost transaction as rollBack() does, also where it is the first to find the connection gone; one to a savepoint does not
--SKIPIF--
<?php require __DIR__ . '/skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
use function Async\{await, spawn};

on_each_server(function (Server $server) {
    $admin = $server->plain();
    $table = $server->table($admin, 'v int');
    $pdo = $server->pool(1);
    $lost = function (Closure $begin) use ($server, $admin, $pdo, $table): void {
        $begin();
        $pdo->exec("INSERT INTO $table VALUES (1)");
        $server->end($admin, $server->id($pdo));
    };
    $begin = ['beginTransaction()' => fn () => $pdo->beginTransaction(), 'BEGIN' => fn () => $pdo->exec('BEGIN')];
    $texts = ['ROLLBACK', "/* enough */ rollback work;\n-- of it", 'ROLLBACK AND NO CHAIN'];
    $texts[] = $server === Server::PostgreSql ? 'ABORT TRANSACTION' : '# enough' . "\nROLLBACK NO RELEASE";
    foreach ($begin as $name => $how) {
        foreach ($texts as $text) {
            await(spawn(function () use ($pdo, $lost, $how, $table, $text) {
                $lost($how);
                attempt(fn () => @$pdo->exec("INSERT INTO $table VALUES (2)"));
                foreach (["ROLLBACK TO SAVEPOINT a", 'ROLLBACK AND CHAIN', 'ROLLBACK; SELECT 1', 'COMMIT', ''] as $no) {
                    $seen = attempt(fn () => $pdo->exec($no));
                    $seen === 'PDOException 25000' || say($no, $seen);
                }
                say('acknowledged', $pdo->inTransaction(), $pdo->exec($text), $pdo->inTransaction(), attempt(fn () => (int) value($pdo, "SELECT count(*) FROM $table")));
            }));
        }
        await(spawn(function () use ($pdo, $lost, $how, $table) {
            $lost($how);
            say('the first to find it gone', attempt(fn () => @$pdo->exec('ROLLBACK')), $pdo->inTransaction(), attempt(fn () => (int) value($pdo, "SELECT count(*) FROM $table")));
        }));
    }
    await(spawn(fn () => say('none is open', attempt(fn () => $pdo->exec('ROLLBACK')))));
    say('usage', usage($pdo));
});
echo "done\n";
?>
--EXPECT--
PostgreSql, MariaDb
acknowledged: true | 0 | false | 0
acknowledged: true | 0 | false | 0
acknowledged: true | 0 | false | 0
acknowledged: true | 0 | false | 0
the first to find it gone: PDOException | false | 0
acknowledged: true | 0 | false | 0
acknowledged: true | 0 | false | 0
acknowledged: true | 0 | false | 0
acknowledged: true | 0 | false | 0
the first to find it gone: PDOException | false | 0
none is open: 0
usage: 1 idle, 0 active
done

--TEST--
SPEC 20.2, 22.2, 22.3, 34.29, 34.30: after a restart of the server the first of many requests are served; those who were in a transaction get an error, and are in it until rollBack(), never "no active transaction"
--SKIPIF--
<?php require __DIR__ . '/skip.inc'; ?>
--CONFLICTS--
all
--FILE--
<?php
require __DIR__ . '/helpers.inc';
use function Async\{await, delay, spawn};

/** Ends the server, and lets scripts/servers/run.sh start it again. */
function restart(Server $server): void
{
    $folder = getenv('CENOTE_FOLDER');
    [$name, $file] = $server === Server::PostgreSql ? ['postgres', 'postgres/data/postmaster.pid'] : ['mariadb', 'mariadb/pid'];
    $id = (int) file_get_contents("$folder/$file");
    touch("$folder/$name.again");
    posix_kill($id, $server === Server::PostgreSql ? SIGQUIT : SIGKILL);
    until(fn () => !posix_kill($id, 0));
    until(function () use ($server) {
        try {
            return (bool) $server->plain();
        } catch (PDOException) {
            return false;
        }
    }, 60);
}

on_each_server(function (Server $server) {
    $admin = $server->plain();
    $table = $server->table($admin, 'v int');
    $pdo = $server->pool(8, [PDO::ATTR_POOL_STMT_CACHE_SIZE => 8, PDO::ATTR_EMULATE_PREPARES => false]);
    $request = function (int $v) use ($pdo, $table) {
        $pdo->beginTransaction();
        $pdo->prepare("INSERT INTO $table VALUES (?)")->execute([$v]);
        $pdo->commit();
        return (int) $pdo->query("SELECT count(*) FROM $table WHERE v = $v")->fetchColumn();
    };
    say('before', each_on_its_own($pdo, ...array_map(fn ($v) => fn () => $request($v), range(1, 8))), usage($pdo));

    [$begun, $restarted] = [0, false];
    $in_transaction = function () use ($pdo, $table, &$begun, &$restarted) {
        $pdo->beginTransaction();
        $statement = $pdo->prepare("INSERT INTO $table VALUES (?)");
        $statement->execute([100]);
        $begun++;
        until(function () use (&$restarted) { return $restarted; }, 60);
        $seen = [attempt(fn () => $statement->execute([101])), attempt(fn () => $pdo->commit()), $pdo->inTransaction()];
        $statement = null;
        return [...$seen, attempt(fn () => $pdo->rollBack()), $pdo->inTransaction(), (int) $pdo->query("SELECT count(*) FROM $table WHERE v >= 100")->fetchColumn()];
    };
    $transactions = [spawn($in_transaction), spawn($in_transaction)];
    until(function () use (&$begun) { return $begun === 2; });
    restart($server);
    say('requests', together(...array_map(fn ($v) => fn () => $request($v), range(11, 30))));
    $restarted = true;
    foreach ($transactions as $transaction) {
        say('in a transaction', ...await($transaction));
    }
    $stats = $pdo->getPool()->stats();
    say('broken', $stats['broken'], 'at most 8', $stats['total'] <= 8, 'active', $stats['active']);
    say('rows', (int) value($server->plain(), "SELECT count(*) FROM $table"));
});
echo "done\n";
?>
--EXPECT--
PostgreSql, MariaDb
before: [1,1,1,1,1,1,1,1] | 8 idle, 0 active
requests: [1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1]
in a transaction: PDOException | PDOException 25000 | true | true | false | 0
in a transaction: PDOException | PDOException 25000 | true | true | false | 0
broken: 8 | at most 8 | true | active | 0
rows: 28
done

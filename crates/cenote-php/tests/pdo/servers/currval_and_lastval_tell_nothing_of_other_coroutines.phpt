--TEST--
SPEC 23.8: currval() and lastval() never tell what the sequences of another coroutine gave, and tell what its own did
--SKIPIF--
<?php require __DIR__ . '/skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
use function Async\{await, spawn};

$server = Server::PostgreSql;
$admin = $server->plain();
$table = $server->table($admin, 'id serial, n int');
$sequence = "{$table}_id_seq";
$apart = fn (callable $do) => await(spawn($do));
$state = function (callable $do): string {
    try {
        return json_encode($do());
    } catch (PDOException $e) {
        return $e->getCode();
    }
};
foreach ([0, 8] as $cache) {
    $pdo = $server->pool(1, [PDO::ATTR_POOL_STMT_CACHE_SIZE => $cache]);
    $insert = fn () => $pdo->exec("INSERT INTO $table (n) VALUES (1)");
    $asks = [
        'lastval' => fn () => $pdo->query('SELECT lastval()')->fetchColumn(),
        'currval' => fn () => $pdo->query("SELECT currval('$sequence')")->fetchColumn(),
        'prepared' => function () use ($pdo, $sequence) {
            $statement = $pdo->prepare('SELECT currval(?)');
            $statement->execute([$sequence]);
            return $statement->fetchColumn();
        },
        'in a transaction' => fn () => [$pdo->beginTransaction(), $pdo->query('SELECT LASTVAL()')->fetchColumn()],
        'in one by SQL' => fn () => [$pdo->exec('BEGIN ISOLATION LEVEL SERIALIZABLE'), $pdo->query('SELECT lastval()')->fetchColumn()],
    ];
    foreach ($asks as $way => $ask) {
        $apart($insert);
        say($way, $apart(fn () => $state($ask)));
        $pdo->getPool()->activeCount() === 0 || until(fn () => $pdo->getPool()->activeCount() === 0);
    }
    $own = (int) $admin->query("SELECT last_value FROM $sequence")->fetchColumn();
    $apart($insert);
    say('its own', $apart(function () use ($pdo, $insert, $asks, $sequence) {
        $insert();
        $mine = (int) $pdo->lastInsertId();
        $same = [(int) $asks['lastval']() === $mine, (int) $asks['currval']() === $mine];
        $pdo->beginTransaction();
        $insert();
        $same[] = (int) $asks['prepared']() === $mine + 1;
        $pdo->commit();
        return $same;
    }));
    $apart($insert);
    say('in one text with BEGIN', $apart(function () use ($pdo, $table, $asks) {
        $pdo->exec("BEGIN; INSERT INTO $table (n) VALUES (2)");
        return $state = (int) $asks['lastval']() > 0;
    }));
    $apart($insert);
    say('by COPY', $apart(function () use ($pdo, $table, $asks) {
        $pdo->beginTransaction();
        $pdo->pgsqlCopyFromArray($table, ["5"], "\t", '\\N', 'n');
        return (int) $asks['lastval']() > 0;
    }));
    $apart($insert);
    say('lastInsertId', $apart(function () use ($pdo, $insert, $apart) {
        $insert();
        $mine = $pdo->lastInsertId();
        $apart(fn () => $pdo->query('SELECT 1'));
        return [$mine > 0, attempt(fn () => $pdo->lastInsertId())];
    }));
}
echo "done\n";
?>
--EXPECT--
lastval: 55000
currval: 55000
prepared: 55000
in a transaction: 55000
in one by SQL: 55000
its own: [true,true,true]
in one text with BEGIN: true
by COPY: true
lastInsertId: [true,"PDOException"]
lastval: 55000
currval: 55000
prepared: 55000
in a transaction: 55000
in one by SQL: 55000
its own: [true,true,true]
in one text with BEGIN: true
by COPY: true
lastInsertId: [true,"PDOException"]
done

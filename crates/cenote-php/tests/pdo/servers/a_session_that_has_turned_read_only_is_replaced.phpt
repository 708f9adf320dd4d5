--TEST--
SPEC 22.10: a PostgreSQL session that refuses to write by its role's setting is replaced when it goes back, and no other one is
--SKIPIF--
<?php require __DIR__ . '/skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
use function Async\{await, spawn};

$server = Server::PostgreSql;
$admin = $server->plain();
$table = $server->table($admin, 'n int');
$role = 'cenote_r' . getmypid();
$admin->exec("CREATE ROLE $role LOGIN");
$admin->exec("GRANT ALL ON $table TO $role");
register_shutdown_function(fn () => $server->plain()->exec("DROP OWNED BY $role; DROP ROLE $role"));
$dsn = preg_replace('/user=\S+/', '', $server->dsn());
$pool = fn () => new PDO($dsn, $role, null, [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 1]);
$write = fn (PDO $pdo) => await(spawn(fn () => attempt(fn () => $pdo->exec("INSERT INTO $table VALUES (1)"))));
$pid = fn (PDO $pdo) => await(spawn(fn () => (int) value($pdo, 'SELECT pg_backend_pid()')));

$admin->exec("ALTER ROLE $role SET default_transaction_read_only = on");
[$pdo, $reader] = [$pool(), $pool()];
[$before, $reads] = [$pid($pdo), $pid($reader)];
$admin->exec("ALTER ROLE $role RESET default_transaction_read_only");
say('stuck', $write($pdo), 'replaced', $pid($pdo) !== $before, 'then', $write($pdo));
say('who only reads stays', $pid($reader) === $reads);
say('in a transaction', await(spawn(function () use ($reader, $table) {
    $reader->beginTransaction();
    $failed = attempt(fn () => $reader->exec("INSERT INTO $table VALUES (2)"));
    return [$failed, $reader->inTransaction(), $reader->rollBack(), $reader->exec("INSERT INTO $table VALUES (2)")];
})));
// A transaction that was to be read only says nothing of the session.
$before = $pid($pdo);
say('read only by its own will', await(spawn(function () use ($pdo, $table) {
    $pdo->exec('BEGIN READ ONLY');
    return [attempt(fn () => $pdo->exec("INSERT INTO $table VALUES (3)")), $pdo->rollBack()];
})), 'same', $pid($pdo) === $before);
say('rows', (int) value($admin, "SELECT count(*) FROM $table"), 'broken', $pdo->getPool()->stats()['broken']);
echo "done\n";
?>
--EXPECT--
stuck: PDOException | replaced | true | then | 1
who only reads stays: true
in a transaction: ["PDOException",true,true,1]
read only by its own will: ["PDOException",true] | same | true
rows: 2 | broken | 0
done

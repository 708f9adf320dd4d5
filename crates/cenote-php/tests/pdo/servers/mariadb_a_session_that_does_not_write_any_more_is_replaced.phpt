--TEST--
SPEC 22.10: a session that refuses to write because the server, or what new sessions are given, has become read-only is replaced when it goes back
--SKIPIF--
<?php require __DIR__ . '/skip.inc'; ?>
--CONFLICTS--
all
--FILE--
<?php
require __DIR__ . '/helpers.inc';
use function Async\{await, spawn};

$server = Server::MariaDb;
$admin = $server->plain();
$table = $server->table($admin, 'n int');
$user = 'cenote_r' . getmypid();
// Who has READ ONLY ADMIN, as the user of the other tests, writes all the same.
$admin->exec("CREATE USER $user");
$admin->exec("GRANT SELECT, INSERT ON *.* TO $user");
register_shutdown_function(function () use ($admin, $user) {
    $admin->exec('SET GLOBAL read_only = 0');
    $admin->exec('SET GLOBAL tx_read_only = 0');
    $admin->exec("DROP USER $user");
});
$pool = fn (array $options = []) => new PDO($server->dsn(), $user, null, $options + [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 1]);
$write = fn (PDO $pdo) => await(spawn(fn () => attempt(fn () => $pdo->exec("INSERT INTO $table VALUES (1)"))));
$id = fn (PDO $pdo) => await(spawn(fn () => (int) value($pdo, 'SELECT CONNECTION_ID()')));

foreach ([true, false] as $emulates) {
    [$pdo, $reader] = [$pool([PDO::ATTR_EMULATE_PREPARES => $emulates]), $pool()];
    [$before, $reads] = [$id($pdo), $id($reader)];
    $admin->exec('SET GLOBAL read_only = 1');
    say('the server', $write($pdo), 'replaced', ($after = $id($pdo)) !== $before);
    say('prepared', await(spawn(fn () => attempt(fn () => $pdo->prepare("INSERT INTO $table VALUES (?)")->execute([1])))), 'replaced', $id($pdo) !== $after);
    $before = $id($pdo);
    $held = await(spawn(function () use ($pdo, $table) {
        $pdo->beginTransaction();
        $failed = attempt(fn () => $pdo->exec("INSERT INTO $table VALUES (2)"));
        return [$failed, (int) value($pdo, 'SELECT CONNECTION_ID()'), $pdo->inTransaction(), $pdo->rollBack()];
    }));
    say('in a transaction', $held[0], 'the same to its end', $held[1] === $before, $held[2], $held[3], 'then replaced', $id($pdo) !== $before);
    $admin->exec('SET GLOBAL read_only = 0');
    say('then', $write($pdo), 'who only reads stays', $id($reader) === $reads);
}
// A session that was given it goes on so when the server does not any more.
$admin->exec('SET GLOBAL tx_read_only = 1');
$pdo = $pool();
$before = $id($pdo);
$admin->exec('SET GLOBAL tx_read_only = 0');
say('stuck', $write($pdo), 'replaced', $id($pdo) !== $before, 'then', $write($pdo));
say('rows', (int) value($admin, "SELECT count(*) FROM $table"), 'broken', $pdo->getPool()->stats()['broken']);
echo "done\n";
?>
--EXPECT--
the server: PDOException | replaced | true
prepared: PDOException | replaced | true
in a transaction: PDOException | the same to its end | true | true | true | then replaced | true
then: 1 | who only reads stays | true
the server: PDOException | replaced | true
prepared: PDOException | replaced | true
in a transaction: PDOException | the same to its end | true | true | true | then replaced | true
then: 1 | who only reads stays | true
stuck: PDOException | replaced | true | then | 1
rows: 3 | broken | 0
done

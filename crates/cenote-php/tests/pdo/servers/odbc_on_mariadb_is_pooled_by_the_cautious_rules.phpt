--TEST--
SPEC 27.1, 27.2, 21.4, 21.5, 22.2: ODBC to MariaDB is pooled by the rules for any other driver: own connections, transactions rolled back, session state gone with its connection, an error in use replaced
--SKIPIF--
<?php if (!getenv('CENOTE_ODBC_MARIADB') || !extension_loaded('pdo_odbc')) die('skip needs scripts/servers/run.sh with pdo_odbc and MariaDB'); ?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
use function Async\{await, spawn};

$server = Server::MariaDb;
$admin = $server->plain();
$table = $server->table($admin, 'v int');
$database = value($admin, 'SELECT DATABASE()');
$dsn = 'odbc:' . getenv('CENOTE_ODBC_MARIADB') . ";Database=$database";
$pdo = new PDO($dsn, options: [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 2]);
$id = fn () => (int) $pdo->query('SELECT id FROM information_schema.processlist WHERE id = connection_id()')->fetchColumn();

$own = together(...array_fill(0, 2, function () use ($pdo, $id) {
    $pdo->beginTransaction();
    $first = $id();
    Async\suspend();
    $same = $id() === $first;
    $pdo->rollBack();
    return [$first, $same];
}));
say('own connections', $own[0][0] !== $own[1][0], $own[0][1], $own[1][1]);

await(spawn(function () use ($pdo, $table) {
    $pdo->beginTransaction();
    $pdo->exec("INSERT INTO $table VALUES (1)");
    say('in a transaction', $pdo->inTransaction(), usage($pdo));
}));
say('rolled back', (int) value($admin, "SELECT count(*) FROM $table"), $server->open_transactions($admin));

await(spawn(function () use ($pdo) {
    $pdo->exec('SET @mine = 5');
    say('its own state', (int) $pdo->query('SELECT @mine')->fetchColumn());
}));
// Null, or an empty string by newer drivers.
$mine = fn (PDO $pdo) => $pdo->query('SELECT @mine')->fetchColumn();
say('the next one', $mine($pdo) === $mine(new PDO($dsn)) ? 'as a new one' : $mine($pdo));

$insert = $pdo->prepare("INSERT INTO $table VALUES (?)");
$sum = array_sum(together(...array_map(fn ($v) => function () use ($pdo, $table, $v) {
    $statement = $pdo->prepare("INSERT INTO $table VALUES (?)");
    $statement->execute([$v]);
    return $statement->rowCount();
}, range(1, 6))));
unset($insert);
say('inserted', $sum, (int) value($admin, "SELECT sum(v) FROM $table"));

foreach ($server->connections($admin) as $connection) {
    $server->end($admin, $connection);
}
await(spawn(fn () => say('after its end', attempt(fn () => $pdo->query('SELECT 1')), attempt(fn () => (int) $pdo->query('SELECT 1')->fetchColumn()))));
echo "done\n";
?>
--EXPECT--
own connections: true | true | true
in a transaction: true | 0 idle, 1 active
rolled back: 0 | 0
its own state: 5
the next one: as a new one
inserted: 6 | 21
after its end: PDOException | 1
done

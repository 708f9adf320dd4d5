--TEST--
SPEC 23.4, 23.5: lastInsertId() asks the connection of the last statement, if nobody has used it since, and else refuses
--SKIPIF--
<?php if (!getenv('CENOTE_POSTGRES')) die('skip needs scripts/servers/run.sh'); ?>
--FILE--
<?php
use function Async\{spawn, await};

$dsn = 'pgsql:' . getenv('CENOTE_POSTGRES');
$admin = new PDO($dsn);
$admin->exec('DROP TABLE IF EXISTS insert_ids; CREATE TABLE insert_ids (id serial, v int)');
$pdo = new PDO($dsn, null, null, [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 1]);
function ask(PDO $pdo) {
    try {
        var_dump($pdo->lastInsertId());
    } catch (PDOException $error) {
        echo strtok($error->getMessage(), "\n"), "\n";
    }
}
echo "before any statement: ";
ask($pdo);
await(spawn(function () use ($pdo) {
    $pdo->exec('INSERT INTO insert_ids (v) VALUES (1)');
    echo 'active ', $pdo->getPool()->activeCount(), "\n";
    ask($pdo);
    ask($pdo);
    var_dump($pdo->lastInsertId('insert_ids_id_seq'));
    await(spawn(fn () => $pdo->exec('INSERT INTO insert_ids (v) VALUES (2)')));
    echo "after somebody else: ";
    ask($pdo);
}));
$admin->exec('DROP TABLE insert_ids');
echo "done\n";
?>
--EXPECT--
before any statement: SQLSTATE[55000]: lastInsertId() has to ask the connection that ran the INSERT, and that went back to the pool and may have served others since: use RETURNING, or call it inside a transaction
active 0
string(1) "1"
string(1) "1"
string(1) "1"
after somebody else: SQLSTATE[55000]: lastInsertId() has to ask the connection that ran the INSERT, and that went back to the pool and may have served others since: use RETURNING, or call it inside a transaction
done

--TEST--
SPEC 23.3: in warning mode the warning carries code and text and names the method as on plain PDO
--FILE--
<?php
require __DIR__ . '/helpers.inc';
same_as_plain([
    'exec' => fn($pdo) => $pdo->exec('nonsense'),
    'query' => fn($pdo) => $pdo->query('SELECT * FROM nowhere'),
    'inside a transaction' => fn($pdo) => [$pdo->beginTransaction(), $pdo->exec("INSERT INTO t VALUES (1, 'x')"), $pdo->errorInfo(), $pdo->rollBack()],
    'execute' => fn($pdo) => $pdo->prepare('INSERT INTO t VALUES (?, ?)')->execute([1, 'x']),
], [PDO::ATTR_ERRMODE => PDO::ERRMODE_WARNING]);
$pdo = pool(1, database(), [PDO::ATTR_ERRMODE => PDO::ERRMODE_WARNING]);
set_error_handler(fn($level, $message) => print("$message\n"));
Async\await(Async\spawn(fn() => $pdo->exec('nonsense')));
echo "done\n";
--EXPECT--
compared
PDO::exec(): SQLSTATE[HY000]: General error: 1 near "nonsense": syntax error
done

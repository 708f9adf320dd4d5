--TEST--
SPEC 23.3: exceptions, warnings and silent errors carry the codes and texts of plain PDO
--FILE--
<?php
require __DIR__ . '/helpers.inc';
$cases = [
    'query' => fn($pdo) => $pdo->query('SELECT * FROM nowhere'),
    'exec' => fn($pdo) => $pdo->exec('nonsense'),
    'prepare' => fn($pdo) => $pdo->prepare('SELECT nothing FROM t'),
    'constraint' => fn($pdo) => $pdo->exec("INSERT INTO t VALUES (1, 'x')"),
    'constraint in execute' => fn($pdo) => $pdo->prepare('INSERT INTO t VALUES (?, ?)')->execute([1, 'x']),
    'codes after it' => function ($pdo) {
        try {
            $pdo->exec("INSERT INTO t VALUES (7, 'one')");
        } catch (PDOException) {
        }
        return [$pdo->errorCode(), $pdo->errorInfo()];
    },
    'codes after a failed query' => function ($pdo) {
        try {
            $pdo->query('SELECT * FROM nowhere');
        } catch (PDOException) {
        }
        return [$pdo->errorCode(), $pdo->errorInfo()];
    },
    'codes of the statement' => function ($pdo) {
        $statement = $pdo->prepare('INSERT INTO t VALUES (?, ?)');
        try {
            $statement->execute([1, 'x']);
        } catch (PDOException) {
        }
        return [$statement->errorCode(), $statement->errorInfo(), $pdo->errorCode()];
    },
    'codes after success again' => function ($pdo) {
        try {
            $pdo->exec('nonsense');
        } catch (PDOException) {
        }
        $pdo->exec('DELETE FROM t');
        return [$pdo->errorCode(), $pdo->errorInfo()];
    },
];
foreach ([PDO::ERRMODE_EXCEPTION, PDO::ERRMODE_WARNING, PDO::ERRMODE_SILENT] as $mode) {
    same_as_plain($cases, [PDO::ATTR_ERRMODE => $mode]);
}
echo "done\n";
--EXPECT--
compared
compared
compared
done

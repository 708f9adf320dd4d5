--TEST--
SPEC 20.1, 20.2: MariaDB: after COMMIT RELEASE, ROLLBACK RELEASE, KILL or a completion_type of RELEASE nobody gets the dead connection
--SKIPIF--
<?php require __DIR__ . '/skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/mariadb.inc';

$pdo = pool(1);
$ends = [
    'COMMIT RELEASE by exec' => fn () => $pdo->exec('COMMIT RELEASE'),
    'COMMIT RELEASE by query' => fn () => $pdo->query('COMMIT WORK RELEASE')->closeCursor(),
    'by prepare and execute' => fn () => $pdo->prepare('ROLLBACK AND NO CHAIN RELEASE')->execute(),
    'with a transaction' => function () use ($pdo) {
        $pdo->beginTransaction();
        $pdo->exec("INSERT INTO t (v) VALUES (UUID())");
        $pdo->query('COMMIT RELEASE');
    },
    'KILL' => fn () => $pdo->exec('KILL CONNECTION_ID()'),
    'completion_type' => function () use ($pdo) {
        $pdo->exec('SET completion_type = 2');
        $pdo->beginTransaction();
        $pdo->commit();
    },
    'RELEASE SAVEPOINT' => function () use ($pdo) {
        $pdo->beginTransaction();
        $pdo->exec('SAVEPOINT a');
        $pdo->exec('RELEASE SAVEPOINT a');
        $pdo->exec('COMMIT NO RELEASE');
    },
];
foreach ($ends as $name => $end) {
    $failed = $kept = 0;
    for ($i = 0; $i < 50; $i++) {
        $before = apart(function () use ($end, $pdo) {
            $number = number($pdo);
            try {
                $end();
            } catch (PDOException) {
                // KILL says that the connection was killed.
            }
            return $number;
        });
        try {
            $kept += (int) (apart(fn () => number($pdo)) === $before);
        } catch (PDOException $e) {
            $failed++;
        }
    }
    echo "$name: $failed failed, the same connection $kept times\n";
}
echo value($pdo, 'SELECT count(*) FROM t'), " rows\n";
$pdo->beginTransaction();
$pdo->exec('COMMIT RELEASE');
var_dump($pdo->inTransaction(), value($pdo, "SELECT 'goes on'"));
echo "done\n";
?>
--EXPECT--
COMMIT RELEASE by exec: 0 failed, the same connection 0 times
COMMIT RELEASE by query: 0 failed, the same connection 0 times
by prepare and execute: 0 failed, the same connection 0 times
with a transaction: 0 failed, the same connection 0 times
KILL: 0 failed, the same connection 0 times
completion_type: 0 failed, the same connection 0 times
RELEASE SAVEPOINT: 0 failed, the same connection 50 times
50 rows
bool(false)
string(7) "goes on"
done

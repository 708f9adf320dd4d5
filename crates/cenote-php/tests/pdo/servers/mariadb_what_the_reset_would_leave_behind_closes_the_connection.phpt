--TEST--
SPEC 21.5, 21.7: MariaDB: what COM_RESET_CONNECTION leaves behind (the role, seeds of RAND(), pseudo_thread_id) closes the connection instead
--SKIPIF--
<?php require __DIR__ . '/skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/mariadb.inc';

$role = schema();
admin()->exec("CREATE ROLE $role");
register_shutdown_function(fn () => admin()->exec("DROP ROLE $role"));
$pdo = pool(1);
foreach ([
    "SET time_zone = '+01:00'" => '@@time_zone',
    "SET ROLE $role" => 'CURRENT_ROLE()',
    'SET pseudo_thread_id = 5' => '@@pseudo_thread_id = CONNECTION_ID()',
    'SET rand_seed1 = 7, rand_seed2 = 9' => 'ROUND(RAND(), 12) = 0',
] as $set => $get) {
    $before = apart(function () use ($pdo, $set) {
        $pdo->exec($set);
        return number($pdo);
    });
    settle($pdo);
    $kept = apart(fn () => number($pdo)) === $before ? 'cleaned' : 'closed';
    echo str_replace($role, 'r', $set), ": $kept ", var_export(apart(fn () => value($pdo, "SELECT $get")), true), "\n";
}
echo "done\n";
?>
--EXPECT--
SET time_zone = '+01:00': cleaned 'SYSTEM'
SET ROLE r: closed NULL
SET pseudo_thread_id = 5: closed 1
SET rand_seed1 = 7, rand_seed2 = 9: closed 0
done

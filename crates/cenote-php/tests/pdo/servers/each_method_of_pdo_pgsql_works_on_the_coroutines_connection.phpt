--TEST--
SPEC 27.5, 18.2: COPY from and to arrays and files, large objects and the process id: two coroutines at once each have their own connection and transaction
--SKIPIF--
<?php require __DIR__ . '/skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
use function Async\{await, delay, spawn};

$server = Server::PostgreSql;
$admin = $server->plain();
$table = $server->table($admin, 'a int, b text');
$pdo = $server->pool(2);
$file = sys_get_temp_dir() . '/cenote-' . getmypid() . '-copy';
register_shutdown_function(fn () => array_map(unlink(...), glob("$file*")));
$work = function (string $who) use ($server, $pdo, $table, $file) {
    say("$who: before", usage($pdo));
    $pid = $pdo->pgsqlGetPid();
    $pdo->beginTransaction();
    $pid = $pdo->pgsqlGetPid();
    $steps = ['array' => $pdo->pgsqlCopyFromArray($table, ["1\t$who", "2\t$who"])];
    delay(20);
    file_put_contents("$file-$who", "3|$who\n4|\\N\n");
    $steps['file'] = $pdo->pgsqlCopyFromFile($table, "$file-$who", '|');
    $steps['some columns'] = $pdo->pgsqlCopyFromArray($table, ['5'], "\t", '\N', 'a');
    delay(20);
    $steps['rows'] = array_map(trim(...), $pdo->pgsqlCopyToArray($table, ',', 'null'));
    $steps['to a file'] = $pdo->pgsqlCopyToFile($table, "$file-$who-out", ';');
    $steps['the file'] = substr_count(file_get_contents("$file-$who-out"), "\n");
    $oid = $pdo->pgsqlLOBCreate();
    $stream = $pdo->pgsqlLOBOpen($oid, 'w');
    fwrite($stream, str_repeat("$who ", 20_000));
    fclose($stream);
    delay(20);
    $stream = $pdo->pgsqlLOBOpen($oid, 'r');
    fseek($stream, 2);
    $steps['large object'] = fread($stream, 3);
    fclose($stream);
    $steps['unlinked'] = $pdo->pgsqlLOBUnlink($oid);
    $steps['a wrong table'] = preg_match('/^PDOException/', attempt(fn () => $pdo->pgsqlCopyFromArray('is_not_there', ['1'])));
    $same = $pid === $pdo->pgsqlGetPid();
    $pdo->rollBack();
    return [$steps, $same, $pid];
};
[[$a, $same_a, $pid_a], [$b, $same_b, $pid_b]] = together(fn () => $work('a'), fn () => $work('b'));
foreach ($a as $step => $value) {
    say($step, $value, $b[$step]);
}
say('one connection each', $same_a, $same_b, $pid_a !== $pid_b);
say('afterwards', usage($pdo), 'rows', value($admin, "SELECT count(*) FROM $table"));
say('outside a transaction', await(spawn(fn () => $pdo->pgsqlCopyFromArray($table, ["6\tx"]))), usage($pdo), value($admin, "SELECT count(*) FROM $table"));
echo "done\n";
?>
--EXPECT--
a: before: 0 idle, 0 active
b: before: 0 idle, 1 active
array: true | true
file: true | true
some columns: true | true
rows: ["1,a","2,a","3,a","4,null","5,null"] | ["1,b","2,b","3,b","4,null","5,null"]
to a file: true | true
the file: 5 | 5
large object: a a | b b
unlinked: true | true
a wrong table: 1 | 1
one connection each: true | true | true
afterwards: 2 idle, 0 active | rows | 0
outside a transaction: true | 2 idle, 0 active | 1
done

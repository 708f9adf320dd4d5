<?php
// Plain PDO at work: prints the CPU time in microseconds that it took.
declare(strict_types=1);

$pdo = new PDO('sqlite::memory:');
$pdo->exec('CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT)');
for ($id = 0; $id < 100; $id++) {
    $pdo->exec("INSERT INTO t VALUES ($id, 'name $id')");
}
$cpu = function (): int {
    $usage = getrusage();
    return ($usage['ru_utime.tv_sec'] + $usage['ru_stime.tv_sec']) * 1_000_000 + $usage['ru_utime.tv_usec'] + $usage['ru_stime.tv_usec'];
};
$begin = $cpu();
$statement = $pdo->prepare('SELECT name FROM t WHERE id = ?');
for ($round = 0; $round < 20000; $round++) {
    $statement->execute([$round % 100]);
    $statement->fetchColumn();
    $pdo->query('SELECT count(*) FROM t WHERE id < 5')->fetchAll(PDO::FETCH_NUM);
}
echo $cpu() - $begin, "\n";

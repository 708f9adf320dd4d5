<?php
// A pooled PDO each round: transactions committed, rolled back and abandoned, statements that outlive their coroutine.
use function Async\{await_all, spawn, suspend};

$file = sys_get_temp_dir() . '/cenote-' . getmypid() . '-growth.db';
(new PDO("sqlite:$file"))->exec('CREATE TABLE t (id INTEGER PRIMARY KEY, v TEXT)');
for ($round = 0; $round < $argv[1]; $round++) {
    $pdo = new PDO("sqlite:$file", options: [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 2]);
    $survivor = null;
    $workers = [];
    for ($i = 0; $i < 4; $i++) {
        $workers[] = spawn(function () use ($pdo, $i, &$survivor): void {
            $statement = $pdo->prepare('SELECT ? + 1');
            $statement->execute([$i]);
            $statement->fetchAll();
            suspend();
            if ($i === 1) {
                $survivor = $statement;
            } elseif ($i === 2) {
                $pdo->beginTransaction();
                $pdo->exec("INSERT INTO t (v) VALUES ('abandoned')");
            } elseif ($i === 3) {
                $pdo->exec('no such statement');
            }
        });
    }
    await_all($workers);
    unset($survivor, $workers);
    $pdo->beginTransaction();
    $pdo->exec("REPLACE INTO t VALUES (1, 'kept')");
    $pdo->commit();
    unset($pdo);
}
unlink($file);

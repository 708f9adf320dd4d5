<?php
// prepare + execute + fetch of one row by its primary key on SQLite: pooled PDO against plain PDO.

declare(strict_types=1);

require __DIR__ . '/harness.php';

const ROWS = 1_000;
const OPERATIONS = 20_000;

$file = sys_get_temp_dir() . '/cenote-' . getmypid() . '-bench.db';
$plain = new PDO("sqlite:$file");
$plain->exec('CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT)');
$plain->exec('WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ' . (ROWS - 1) . ")
    INSERT INTO item SELECT i, 'item ' || i FROM n");
$pooled = new PDO("sqlite:$file", options: [PDO::ATTR_POOL_ENABLED => true]);

$select = fn (PDO $pdo): Closure => function (int $operations) use ($pdo): void {
    for ($i = 0; $i < $operations; $i++) {
        $statement = $pdo->prepare('SELECT name FROM item WHERE id = ?');
        $statement->execute([$i % ROWS]);
        $statement->fetch();
        unset($statement);
    }
};

Bench\compare(
    'pooled PDO: prepare + execute + fetch, against plain PDO',
    bound: 1.3,
    cenote: fn (): float => Async\await(Async\spawn(Bench\cost(...), OPERATIONS, $select($pooled))),
    yardstick: fn (): float => Bench\cost(OPERATIONS, $select($plain)),
);
unlink($file);

<?php
// One page that sends six queries, in one of the ways that bench/fpm compares. Answers with the sum of what it has read.
declare(strict_types=1);

['mode' => $mode, 'dsn' => $dsn, 'user' => $user, 'query' => $query] = $_GET;
$queries = 6;
$options = fn(int $number): array => match ($mode) {
    'new' => [],
    'persistent' => [PDO::ATTR_PERSISTENT => true],
    'pooled' => [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 6],
    'persistent pool' => [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 6, PDO::ATTR_POOL_PERSISTENT => true],
    'by hand' => [PDO::ATTR_PERSISTENT => "hand $number"],
};
$connect = fn(int $number) => new PDO($dsn, $user ?: null, null, $options($number));
$ask = fn(PDO $pdo): int => (int) $pdo->query($query)->fetchColumn();

if ($mode === 'new' || $mode === 'persistent') {
    $pdo = $connect(0);
    $answers = array_map(fn() => $ask($pdo), range(1, $queries));
} else {
    $pdo = $mode === 'by hand' ? null : $connect(0);
    $work = fn(int $number) => $ask($pdo ?? $connect($number));
    $answers = Async\await_all_or_fail(array_map(fn(int $number) => Async\spawn($work, $number), range(1, $queries)));
}
echo array_sum($answers);

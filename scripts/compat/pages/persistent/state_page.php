<?php
// One request of states.php: looks at the session of the connection that it adopts, says what it sees, then leaves something on it and ends
// in the way it was told. $_GET has dsn, user, options, sql (what to look for), before (texts), text, code (PHP code instead of a text), end.
declare(strict_types=1);

require __DIR__ . '/../../../../tests/session-state/looks.php';

['name' => $name, 'dsn' => $dsn, 'user' => $user, 'end' => $end] = $_GET;
$pdo = new PDO($dsn, $user ?: null, null, ($name === 'mariadb' ? [PDO::MYSQL_ATTR_LOCAL_INFILE => true] : []) + [
    PDO::ATTR_POOL_ENABLED => true,
    PDO::ATTR_POOL_PERSISTENT => true,
    PDO::ATTR_POOL_MAX => 1,
]);
// In a coroutine, which ends before anything is left.
$seen = Async\await(Async\spawn(function () use ($pdo, $name): array {
    // The look finds the connection by its number: it is to be there before.
    $pdo->getPool()->idleCount() > 0 || $pdo->query('SELECT 1')->fetchAll();
    $look = Look::without_setup($name, json_decode($_GET['moving'], true));
    $seen = $look->at($pdo, $_GET['sql'], false);
    if (isset($seen['pseudo_thread_id']) && $seen['pseudo_thread_id'] == $pdo->query('SELECT CONNECTION_ID()')->fetchColumn()) {
        $seen['pseudo_thread_id'] = 'its own';
    }
    return $seen;
}));
echo json_encode(['seen' => $seen, 'process' => $pdo->getPool()->stats()['process'], 'pid' => getmypid()], JSON_INVALID_UTF8_SUBSTITUTE), "\n";
flush();

$look = Look::without_setup($name, []);
try {
    foreach (json_decode($_GET['before'] ?? '[]', true) as $sql) {
        $look->run($pdo, $sql);
    }
    if (isset($_GET['text'])) {
        $look->run($pdo, $_GET['text']);
    }
    if (isset($_GET['code'])) {
        eval($_GET['code']);
    }
} catch (PDOException $exception) {
    echo 'failed: ', $exception->getMessage(), "\n";
    unset($exception);
}
match ($end) {
    'exit' => exit,
    'exception' => throw new LogicException('left'),
    'fatal error' => eval('interface I {} class C implements I, I {}'),
    'memory limit' => str_repeat('x', 1 << 28),
    'time limit' => (function () {
        set_time_limit(1);
        for (;;);
    })(),
    // Longer than php-fpm allows.
    'request_terminate_timeout' => usleep(20_000_000),
    default => null,
};

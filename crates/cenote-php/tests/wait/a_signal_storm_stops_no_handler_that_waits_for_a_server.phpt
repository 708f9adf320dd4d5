--TEST--
SPEC 30.14: handlers that query while signals of their kind keep coming get their answers, and so does the query that they interrupt, with no timer running
--SKIPIF--
<?php require __DIR__ . '/skip_redis.inc'; ?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
use function Async\{await, spawn};

$servers = [
    'PostgreSQL' => ['pgsql:' . getenv('CENOTE_POSTGRES'), null, 'SELECT 7 FROM pg_sleep(%s)'],
    'MariaDB' => ['mysql:unix_socket=' . getenv('CENOTE_MARIADB'), 'root', 'SELECT 7 + SLEEP(%s)'],
];
pcntl_async_signals(true);
foreach ($servers as $name => [$dsn, $user, $slow]) {
    $pdo = new PDO($dsn, $user, null, [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 2]);
    $answers = [];
    pcntl_signal(SIGUSR1, function () use ($pdo, $slow, &$answers): void {
        $answers[] = $pdo->query(sprintf($slow, 0.05))->fetchColumn();
    });
    $storm = proc_open(['sh', '-c', 'for i in 1 2 3 4 5 6 7 8 9 10; do kill -USR1 ' . getmypid() . '; sleep 0.01; done'], [], $pipes);
    $other = spawn(fn (): mixed => $pdo->query(sprintf($slow, 0.3))->fetchColumn());
    echo "$name: ", await($other);
    proc_close($storm);
    while (count($answers) < 3) {
        $pdo->query(sprintf($slow, 0.01))->fetchColumn();
    }
    echo array_unique($answers) == [7] ? ", the handlers too\n" : ' ' . json_encode($answers) . "\n";
}
echo "done\n";
?>
--EXPECT--
PostgreSQL: 7, the handlers too
MariaDB: 7, the handlers too
done

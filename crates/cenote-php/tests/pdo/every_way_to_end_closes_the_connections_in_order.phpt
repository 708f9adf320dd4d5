--TEST--
SPEC 29.4, 30.8: at a normal end, exit, uncaught exception, fatal error and a handled SIGTERM, open transactions are rolled back and all connections closed in an orderly way
--FILE--
<?php
require __DIR__ . '/helpers.inc';
$file = database(TABLE);
$start = '
    use function Async\{spawn, suspend, delay};
    ini_set("display_errors", "0");
    ini_set("log_errors", "0");
    $pdo = pool(4, ' . var_export($file, true) . ', [PDO::ATTR_POOL_MIN => 2]);
    $pdo->exec("INSERT INTO t (v) VALUES (NULL)");
    spawn(function () use ($pdo) {
        $pdo->beginTransaction();
        $statement = $pdo->query("SELECT * FROM t");
        %s
    });
    $pdo->beginTransaction();
    $kept = $pdo->query("SELECT * FROM t");
    suspend();
    $pdo->exec("INSERT INTO t (v) VALUES (\'lost\')");
    %s
';
$endings = [
    'normal end' => ['', ''],
    'normal end with a parked coroutine' => ['delay(20);', ''],
    'exit in main' => ['delay(60000);', 'exit(3);'],
    'exit in a coroutine' => ['suspend(); exit(4);', 'delay(60000);'],
    'uncaught exception in main' => ['delay(60000);', 'throw new Exception("x");'],
    'uncaught exception in a coroutine' => ['suspend(); throw new Exception("x");', ''],
    'fatal error in main' => ['delay(60000);', 'ini_set("memory_limit", "8M"); str_repeat("x", 50000000);'],
    'fatal error in a coroutine' => ['suspend(); ini_set("memory_limit", "8M"); str_repeat("x", 50000000);', 'delay(60000);'],
    'user error' => ['delay(60000);', 'trigger_error("x", E_USER_ERROR);'],
    'handled SIGTERM' => ['delay(60000);', 'pcntl_async_signals(true); pcntl_signal(SIGTERM, fn() => exit(5)); exec("kill " . getmypid()); delay(60000);'],
];
$i = 0;
foreach ($endings as $name => [$coroutine, $main]) {
    [$output, $code] = run_php(sprintf($start, $coroutine, $main));
    // The last connection of a file in WAL mode removes the log when it closes properly, and only then.
    say($name, $code, trim($output), file_exists("$file-wal") ? 'log left behind' : 'closed', committed($file) - ++$i);
}
echo "done\n";
--EXPECT--
normal end: 0 |  | closed | 0
normal end with a parked coroutine: 0 |  | closed | 0
exit in main: 3 |  | closed | 0
exit in a coroutine: 4 |  | closed | 0
uncaught exception in main: 255 |  | closed | 0
uncaught exception in a coroutine: 255 |  | closed | 0
fatal error in main: 255 |  | closed | 0
fatal error in a coroutine: 255 |  | closed | 0
user error: 255 |  | closed | 0
handled SIGTERM: 5 |  | closed | 0
done

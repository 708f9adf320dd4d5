--TEST--
SPEC 30.14, 28.1, 28.4: a signal handler that runs while a coroutine is inside its client's call has connections of its own; a client object that is in that call refuses it as any second coroutine
--SKIPIF--
<?php require __DIR__ . '/skip_redis.inc'; ?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
use function Async\{await, spawn};

pcntl_async_signals(true);
set_error_handler(fn (): bool => true);

/** Runs $call in a coroutine, with nobody else who could run, and $handler meanwhile. */
function interrupt(string $what, Closure $call, Closure $handler): void
{
    $answers = [];
    $try = function (Closure $body) {
        try {
            return $body();
        } catch (Throwable $error) {
            return match (true) {
                $error instanceof Async\AsyncException => 'refused: another is inside of it',
                str_starts_with($error->getMessage(), 'Another coroutine is in the middle of a call') => 'refused: in use',
                default => 'failed: ' . substr($error->getMessage(), 0, 60),
            };
        }
    };
    $handled = false;
    pcntl_signal(SIGUSR1, function () use ($try, $handler, &$answers, &$handled): void {
        $answers['handler'] = $try($handler);
        $handled = true;
    });
    $helper = null;
    await(spawn(function () use ($try, $call, &$answers, &$helper): void {
        $helper = proc_open(['sh', '-c', 'sleep 0.1; kill -USR1 ' . getmypid()], [], $pipes);
        $answers['call'] = $try($call);
    }));
    until(function () use (&$handled): bool { return $handled; });
    proc_close($helper);
    ksort($answers);
    echo $what, ': ', json_encode($answers), "\n";
}

foreach (['pgsql' => ['pgsql:' . strtr(getenv('CENOTE_POSTGRES'), ' ', ';'), null], 'mysql' => ['mysql:unix_socket=' . getenv('CENOTE_MARIADB') . ';dbname=test', 'root']] as $kind => [$dsn, $user]) {
    if ($kind === 'mysql') {
        (new PDO('mysql:unix_socket=' . getenv('CENOTE_MARIADB'), 'root'))->exec('CREATE DATABASE IF NOT EXISTS test');
    }
    $sleep = $kind === 'pgsql' ? "SELECT 'outer' FROM pg_sleep(0.3)" : "SELECT 'outer', SLEEP(0.3)";
    $plain = new PDO($dsn, $user);
    $table = 'signal_audit_' . getmypid();
    $plain->exec("CREATE TABLE $table (who VARCHAR(20))" . ($kind === 'mysql' ? ' ENGINE=InnoDB' : ''));
    interrupt("$kind, plain", fn () => $plain->query($sleep)->fetchColumn(), fn () => $plain->query("SELECT 'inner'")->fetchColumn());

    $pdo = new PDO($dsn, $user, null, [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 2]);
    interrupt("$kind, pool", fn () => $pdo->query($sleep)->fetchColumn(), fn () => $pdo->query("SELECT 'inner'")->fetchColumn());
    interrupt("$kind, transaction", function () use ($pdo, $sleep, $table): string {
        $pdo->beginTransaction();
        $pdo->exec("INSERT INTO $table VALUES ('outer')");
        $answer = $pdo->query($sleep)->fetchColumn();
        $pdo->rollBack();
        return $answer;
    }, function () use ($pdo, $table): string {
        $pdo->exec("INSERT INTO $table VALUES ('handler')");
        return $pdo->inTransaction() ? 'in a transaction' : 'on its own';
    });
    echo '  left: ', json_encode($plain->query("SELECT who FROM $table")->fetchAll(PDO::FETCH_COLUMN)), "\n";

    // With one connection the handler waits for it.
    $one = new PDO($dsn, $user, null, [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 1]);
    interrupt("$kind, one connection", fn () => $one->query($sleep)->fetchColumn(), fn () => $one->query("SELECT 'inner'")->fetchColumn());
    $plain->exec("DROP TABLE $table");
}
$redis = new Redis();
$redis->connect(getenv('CENOTE_REDIS'));
$other = new Redis();
$other->connect(getenv('CENOTE_REDIS'));
$other->set('signal', 'inner');
interrupt('redis, another', fn () => $redis->rawCommand('BLPOP', 'nothing', 0.3), fn () => $other->get('signal'));
interrupt('redis, the same', fn () => is_array($redis->rawCommand('BLPOP', 'nothing', 1)) ? 'an answer' : 'no answer', fn () => $redis->get('signal'));
$other->del('signal');
$mysqli = new mysqli(username: 'root', socket: getenv('CENOTE_MARIADB'));
interrupt('mysqli', fn () => $mysqli->query("SELECT 'outer', SLEEP(0.3)")->fetch_row()[0], fn () => $mysqli->query("SELECT 'inner'")->fetch_row()[0]);
echo "done\n";
?>
--EXPECTF--
pgsql, plain: {"call":"outer","handler":"refused: in use"}
pgsql, pool: {"call":"outer","handler":"inner"}
pgsql, transaction: {"call":"outer","handler":"on its own"}
  left: ["handler"]
pgsql, one connection: {"call":"outer","handler":"inner"}
mysql, plain: {"call":"outer","handler":"refused: in use"}
mysql, pool: {"call":"outer","handler":"inner"}
mysql, transaction: {"call":"outer","handler":"on its own"}
  left: ["handler"]
mysql, one connection: {"call":"outer","handler":"inner"}
redis, another: {"call":[],"handler":"inner"}
redis, the same: {"call":"an answer","handler":"refused: another is inside of it"}
mysqli: {"call":"outer","handler":"failed: Commands out of sync; you can't run this command now"}
done

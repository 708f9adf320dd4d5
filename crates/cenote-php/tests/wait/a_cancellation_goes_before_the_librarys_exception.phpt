--TEST--
SPEC 30.2: cancelled inside a client that throws, a coroutine gets its cancellation first and once, also in compiled code
--EXTENSIONS--
opcache
--SKIPIF--
<?php require __DIR__ . '/skip_redis.inc'; ?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
require __DIR__ . '/../coroutine/helpers.inc';

$code = 'require ' . var_export(__DIR__ . '/helpers.inc', true) . ';' . <<<'PHP'
use function Async\{await, delay, spawn};

/** Cancels $body in its wait, and says how it ended. */
function cancelled(Closure $body): string
{
    global $waiting;
    $waiting = false;
    $coroutine = spawn($body);
    while (!$waiting) {
        delay(1);
    }
    delay(10);
    $coroutine->cancel();
    try {
        return await($coroutine);
    } catch (Async\AsyncCancellation $error) {
        return 'cancellation, previous: ' . ($error->getPrevious() ? $error->getPrevious()::class : 'none');
    } catch (Throwable $error) {
        return $error::class;
    }
}

function wait_redis(): mixed
{
    $redis = new Redis();
    $redis->connect(getenv('CENOTE_REDIS'));
    $GLOBALS['waiting'] = true;
    return $redis->rawCommand('BLPOP', 'nothing', 5);
}

function wait_mysqli(): mixed
{
    $mysqli = new mysqli(username: 'root', socket: getenv('CENOTE_MARIADB'));
    $GLOBALS['waiting'] = true;
    return $mysqli->query('SELECT SLEEP(5)');
}

function wait_pgsql(): mixed
{
    $postgres = pg_connect(getenv('CENOTE_POSTGRES'), PGSQL_CONNECT_FORCE_NEW);
    set_error_handler(function (int $level, string $message): never { throw new ErrorException($message); });
    $GLOBALS['waiting'] = true;
    return pg_query($postgres, 'SELECT pg_sleep(5)');
}

$after = function (): string {
    $rows = [];
    for ($i = 0; $i < 3; $i++) {
        $rows[] = (new mysqli(username: 'root', socket: getenv('CENOTE_MARIADB')))->query("SELECT $i")->fetch_row()[0];
        usleep(100);
    }
    return 'went on with ' . implode(',', $rows);
};
$bodies = [];
foreach (['wait_redis', 'wait_mysqli', 'wait_pgsql'] as $wait) {
    $bodies["$wait uncaught"] = fn () => $wait();
    $bodies["$wait catch Exception"] = function () use ($wait): string {
        try {
            $wait();
        } catch (Exception $error) {
            return 'saw ' . $error::class;
        }
        return 'went on';
    };
    $bodies["$wait catch and go on"] = function () use ($wait, $after): string {
        try {
            $wait();
            echo "not reached\n";
        } catch (Async\AsyncCancellation) {
            return $after();
        }
        return 'nothing caught';
    };
    $bodies["$wait finally"] = function () use ($wait, $after): string {
        try {
            $wait();
        } finally {
            echo $after(), "\n";
        }
    };
}
foreach ($bodies as $name => $body) {
    $ends = [];
    for ($round = 0; $round < 5; $round++) {
        $ends[cancelled($body)] = true;
    }
    echo "$name: ", implode(' / ', array_keys($ends)), "\n";
}
// At the script's end nothing is caught.
foreach (['wait_redis', 'wait_mysqli', 'wait_pgsql'] as $wait) {
    $waiting = false;
    spawn(function () use ($wait): void {
        try {
            $wait();
        } catch (Throwable $error) {
            echo 'caught ', $error::class, "\n";
        } finally {
            echo "finally\n";
        }
    });
    while (!$waiting) {
        delay(1);
    }
}
delay(10);
exit(3);
PHP;
$modes = [
    'no JIT' => ['opcache.jit' => 'disable'],
    'function JIT' => ['opcache.jit' => 'function'],
    'tracing JIT' => ['opcache.jit' => 'tracing', 'opcache.jit_hot_loop' => '2', 'opcache.jit_hot_func' => '2', 'opcache.jit_hot_return' => '2'],
];
$first = null;
foreach ($modes as $mode => $ini) {
    [$exit, $output] = run_php($code, $ini + ['opcache.enable_cli' => '1', 'opcache.jit_buffer_size' => '16M']);
    $first ??= $output;
    echo "$mode:\n", $first === $output && $mode !== 'no JIT' ? 'the same' : $output, "\nexit code $exit\n";
}
echo "done\n";
?>
--EXPECT--
no JIT:
wait_redis uncaught: cancellation, previous: RedisException
wait_redis catch Exception: cancellation, previous: RedisException
wait_redis catch and go on: went on with 0,1,2
went on with 0,1,2
went on with 0,1,2
went on with 0,1,2
went on with 0,1,2
went on with 0,1,2
wait_redis finally: cancellation, previous: RedisException
wait_mysqli uncaught: cancellation, previous: mysqli_sql_exception
wait_mysqli catch Exception: cancellation, previous: mysqli_sql_exception
wait_mysqli catch and go on: went on with 0,1,2
went on with 0,1,2
went on with 0,1,2
went on with 0,1,2
went on with 0,1,2
went on with 0,1,2
wait_mysqli finally: cancellation, previous: mysqli_sql_exception
wait_pgsql uncaught: cancellation, previous: ErrorException
wait_pgsql catch Exception: cancellation, previous: ErrorException
wait_pgsql catch and go on: went on with 0,1,2
went on with 0,1,2
went on with 0,1,2
went on with 0,1,2
went on with 0,1,2
went on with 0,1,2
wait_pgsql finally: cancellation, previous: ErrorException
finally
finally
finally
exit code 3
function JIT:
the same
exit code 3
tracing JIT:
the same
exit code 3
done

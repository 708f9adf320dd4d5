<?php
// Clients and streams of each kind that some coroutines are inside of, while others close, connect, free and cancel them at random.
// Run by scripts/stress/closing.sh, beside servers: SECONDS SEED [KIND]. Ends with 1 if a coroutine does not end; whatever else is wrong
// ends the process, or valgrind tells of it.

declare(strict_types=1);

use function Async\{await, await_all, delay, spawn, timeout};

[, $seconds, $seed] = $argv + [1 => '10', 2 => '1'];
mt_srand((int) $seed);
if (extension_loaded('mysqli')) {
    mysqli_report(MYSQLI_REPORT_OFF);
}
set_error_handler(fn (): bool => true);
$silent = stream_socket_server('tcp://127.0.0.1:0');
$port = (int) substr(strrchr(stream_socket_get_name($silent, false), ':'), 1);
spawn(function () use ($silent): void {
    while ($client = stream_socket_accept($silent, 1e6)) {
        $GLOBALS['accepted'][] = $client;
        if (count($GLOBALS['accepted']) > 200) {
            array_shift($GLOBALS['accepted']);
        }
    }
});

/** Reads slowly, in PHP. */
class Slow
{
    public $context;

    public function stream_open(): bool
    {
        delay(mt_rand(0, 2));
        return true;
    }

    public function stream_read(int $count): string
    {
        delay(mt_rand(0, 3));
        return str_repeat('x', 100) . "\n";
    }

    public function stream_eof(): bool
    {
        return false;
    }

    public function stream_close(): void
    {
        delay(1);
    }

    public function stream_write(string $data): int
    {
        delay(mt_rand(0, 2));
        // The stream is closed by another, for whom its own callback waits.
        if (mt_rand(0, 3) === 0) {
            spawn($GLOBALS['run'], $GLOBALS['in_callback']);
            delay(1);
        }
        return strlen($data);
    }

    public function stream_flush(): bool
    {
        delay(mt_rand(0, 1));
        return true;
    }

    public function stream_seek(int $to, int $from): bool
    {
        delay(mt_rand(0, 2));
        return true;
    }

    public function stream_tell(): int
    {
        return 0;
    }

    public function stream_stat(): array
    {
        delay(mt_rand(0, 2));
        return [];
    }

    public function url_stat(): array
    {
        return [];
    }

    public function stream_cast(int $as)
    {
        delay(mt_rand(0, 2));
        return $GLOBALS['silent'];
    }

    public function dir_opendir(): bool
    {
        return true;
    }

    public function dir_readdir(): string
    {
        delay(mt_rand(0, 3));
        return 'name';
    }

    public function dir_rewinddir(): bool
    {
        delay(mt_rand(0, 3));
        return true;
    }

    public function dir_closedir(): bool
    {
        delay(1);
        return true;
    }
}
stream_wrapper_register('slow', Slow::class);

class Filter extends php_user_filter
{
    public function filter($in, $out, &$consumed, bool $closing): int
    {
        delay(mt_rand(0, 2));
        while ($bucket = stream_bucket_make_writeable($in)) {
            $consumed += $bucket->datalen;
            stream_bucket_append($out, $bucket);
        }
        return PSFS_PASS_ON;
    }
}
stream_filter_register('slow', Filter::class);

class Lazy implements JsonSerializable
{
    private array $read = [];

    public function __get(string $name): mixed
    {
        delay(mt_rand(0, 2));
        return $this->read[$name] ??= [$this];
    }

    public function jsonSerialize(): mixed
    {
        delay(mt_rand(0, 2));
        return array_keys($this->read);
    }
}

function stream(): array
{
    $pair = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    $filter = mt_rand(0, 3) ? null : stream_filter_append($pair[0], mt_rand(0, 1) ? 'slow' : 'string.toupper', STREAM_FILTER_READ);
    return [
        [fn () => fgets($pair[0]), fn () => fread($pair[0], 100), fn () => stream_get_contents($pair[0], 10), fn () => stream_get_line($pair[0], 10)],
        [
            fn () => fclose($pair[0]),
            fn () => fclose($pair[1]),
            fn () => fwrite($pair[1], "line\n"),
            fn () => stream_socket_shutdown($pair[0], STREAM_SHUT_RDWR),
            fn () => $filter && stream_filter_remove($filter),
            fn () => stream_socket_enable_crypto($pair[0], true, STREAM_CRYPTO_METHOD_TLS_CLIENT),
        ],
    ];
}

function pipes(): array
{
    $process = proc_open(['cat'], [['pipe', 'r'], ['pipe', 'w']], $pipes);
    return [
        [fn () => fgets($pipes[1]), fn () => fread($pipes[1], 10)],
        [fn () => fclose($pipes[1]), fn () => fclose($pipes[0]), fn () => fwrite($pipes[0], "line\n"), function () use (&$process, &$pipes): void {
            fclose($pipes[0]);
            $process = null;
        }, fn () => fclose($pipes[0]) && proc_close($process)],
    ];
}

function programs(): array
{
    $program = popen('sleep 0.02; echo line', 'r');
    return [[fn () => fgets($program), fn () => stream_get_contents($program)], [fn () => pclose($program), fn () => fclose($program)]];
}

function user_stream(): array
{
    $stream = fopen('slow://x', 'r+');
    $close = fn () => fclose($stream);
    $GLOBALS['in_callback'] = $close;
    return [
        [
            fn () => fgets($stream),
            fn () => fwrite($stream, 'x'),
            fn () => stream_get_contents($stream, 200),
            fn () => fopen('slow://x', 'r'),
            fn () => fseek($stream, 1_000_000),
            fn () => fflush($stream),
            fn () => fstat($stream),
            function () use ($stream): void {
                [$read, $write, $except] = [[$stream], null, null];
                stream_select($read, $write, $except, 0, 1000);
            },
        ],
        [$close, fn () => await(spawn($close))],
    ];
}

function directory(): array
{
    $directory = opendir('slow://x');
    return [[fn () => readdir($directory), fn () => rewinddir($directory)], [fn () => closedir($directory)]];
}

function file_object(): array
{
    $file = new SplFileObject('slow://x');
    $lines = function () use ($file): void {
        foreach ($file as $at => $line) {
            if ($at > 3) {
                return;
            }
        }
    };
    return [[$lines, fn () => $file->fgets(), fn () => [...new LimitIterator($file, 0, 2)]], [fn () => $file->rewind(), function () use (&$file): void {
        $file = null;
    }]];
}

function tls(): array
{
    $stream = stream_socket_client("tcp://127.0.0.1:{$GLOBALS['port']}");
    return [[fn () => stream_socket_enable_crypto($stream, true, STREAM_CRYPTO_METHOD_TLS_CLIENT)], [fn () => fclose($stream)]];
}

function redis(): array
{
    $redis = new Redis();
    $connect = fn () => mt_rand(0, 1) ? $redis->connect(getenv('CENOTE_REDIS')) : $redis->pconnect(getenv('CENOTE_REDIS'));
    $connect();
    return [
        [fn () => $redis->rawCommand('BLPOP', 'nothing', '0.03'), fn () => $redis->get('x'), fn () => $redis->subscribe(['nothing'], fn () => null), fn () => $redis->set('x', 'y')],
        [fn () => $redis->close(), $connect, function () use (&$redis): void {
            $redis = new Redis();
        }, fn () => $redis->multi(Redis::PIPELINE)->get('a')->exec()],
    ];
}

function database(): array
{
    $mysqli = new mysqli(username: 'root', socket: getenv('CENOTE_MARIADB'));
    $statement = $mysqli->prepare('SELECT SLEEP(0.02), 1 UNION SELECT 2, 3');
    return [
        [
            fn () => $mysqli->query('SELECT SLEEP(0.02)')->fetch_row(),
            fn () => $statement->execute() && $statement->fetch(),
            fn () => $mysqli->query('SELECT SLEEP(0.01) UNION SELECT 2', MYSQLI_USE_RESULT)->fetch_all(),
        ],
        [fn () => $mysqli->close(), fn () => $statement->close(), fn () => $mysqli->real_connect(getenv('CENOTE_MARIADB')), fn () => $mysqli->ping(), function () use (&$mysqli, &$statement): void {
            $mysqli = $statement = null;
        }],
    ];
}

function connecting(): array
{
    $mysqli = mysqli_init();
    return [
        [fn () => $mysqli->real_connect('127.0.0.1', 'x', 'y', 'z', $GLOBALS['port'])],
        [fn () => $mysqli->close(), fn () => $mysqli->real_connect('127.0.0.1', 'x', 'y', 'z', $GLOBALS['port'])],
    ];
}

function postgres(): array
{
    $connection = pg_connect(getenv('CENOTE_POSTGRES'), PGSQL_CONNECT_FORCE_NEW);
    return [
        [fn () => pg_query($connection, 'SELECT pg_sleep(0.02)'), fn () => pg_query_params($connection, 'SELECT $1', ['x']), fn () => pg_prepare($connection, 'x', 'SELECT pg_sleep(0.01)')],
        [fn () => pg_close($connection), fn () => pg_ping($connection), fn () => pg_connection_reset($connection), function () use (&$connection): void {
            $connection = null;
        }],
    ];
}

function pooled(): array
{
    $dsn = mt_rand(0, 1) ? 'pgsql:' . strtr(getenv('CENOTE_POSTGRES'), ' ', ';') : 'mysql:unix_socket=' . getenv('CENOTE_MARIADB') . ';user=root';
    $options = [PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION] + (mt_rand(0, 1) ? [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 2] : []);
    $pdo = new PDO($dsn, options: $options);
    $sleep = str_starts_with($dsn, 'pgsql') ? 'SELECT pg_sleep(0.01)' : 'SELECT SLEEP(0.01)';
    $statement = $pdo->prepare($sleep);
    return [
        [fn () => $pdo->query($sleep)->fetchAll(), fn () => $statement->execute() && $statement->fetch(), fn () => $pdo->exec('SET TIME ZONE DEFAULT')],
        [fn () => $statement->closeCursor(), fn () => $pdo->beginTransaction() && $pdo->rollBack(), function () use (&$pdo, &$statement): void {
            $pdo = $statement = null;
        }, function () use (&$statement): void {
            $statement = null;
        }],
    ];
}

function sockets(): array
{
    $socket = socket_create(AF_INET, SOCK_STREAM, SOL_TCP);
    socket_connect($socket, '127.0.0.1', $GLOBALS['port']);
    return [[fn () => socket_read($socket, 10), fn () => socket_recv($socket, $data, 10, 0)], [fn () => socket_close($socket), fn () => socket_shutdown($socket)]];
}

function transfer(): array
{
    $curl = curl_init("http://127.0.0.1:{$GLOBALS['port']}/");
    $options = [CURLOPT_TIMEOUT_MS => 30, CURLOPT_RETURNTRANSFER => true, CURLOPT_POSTFIELDS => str_repeat('x', 100)];
    curl_setopt_array($curl, $options);
    return [
        [fn () => curl_exec($curl)],
        [fn () => curl_reset($curl), fn () => curl_setopt_array($curl, $options), fn () => curl_exec($curl), function () use (&$curl): void {
            $curl = null;
        }],
    ];
}

/** Options of transfers under way are not changed: that libcurl forbids to everybody. */
function transfers(): array
{
    $made = [];
    for ($i = 0; $i < 2; $i++) {
        $made[] = $curl = curl_init("http://127.0.0.1:{$GLOBALS['port']}/");
        curl_setopt_array($curl, [CURLOPT_TIMEOUT_MS => 30, CURLOPT_RETURNTRANSFER => true]);
    }
    [$curl, $other] = $made;
    $multi = curl_multi_init();
    return [
        [function () use ($multi, $curl): void {
            curl_multi_add_handle($multi, $curl);
            // A closed one tells of running transfers for ever.
            for ($turns = 0, $running = 1; $running && $turns < 20; $turns++) {
                curl_multi_exec($multi, $running);
                if (curl_multi_select($multi, 0.01) < 1) {
                    delay(1);
                }
            }
        }],
        [fn () => curl_multi_remove_handle($multi, $curl), fn () => curl_multi_add_handle($multi, $other), fn () => curl_multi_remove_handle($multi, $other), fn () => curl_multi_close($multi), function () use (&$curl, &$other, &$multi): void {
            $curl = $other = $multi = null;
        }],
    ];
}

function sqlite(): array
{
    $database = new SQLite3(':memory:');
    $database->createFunction('wait', function ($x) {
        delay(mt_rand(0, 3));
        return $x;
    });
    $statement = $database->prepare('SELECT wait(:a)');
    return [
        [fn () => $database->querySingle('SELECT wait(1)'), fn () => $statement->execute()->fetchArray()],
        [fn () => $database->close(), fn () => $statement->close(), fn () => $statement->reset(), function () use (&$database, &$statement): void {
            $database = $statement = null;
        }],
    ];
}

function objects(): array
{
    $lazy = new Lazy();
    $array = ['x' => $lazy, 'deep' => [(object) ['y' => $lazy]]];
    return [
        [fn () => $lazy->name, fn () => json_encode($array), fn () => print_r($array, true)],
        [fn () => $lazy->other, function () use (&$array): void {
            $array['deep'] = [];
        }, function () use (&$lazy, &$array): void {
            $lazy = $array = null;
        }],
    ];
}

$kinds = ['stream', 'pipes', 'programs', 'user_stream', 'directory', 'file_object', 'tls', 'pooled', 'sockets', 'objects'];
$of_extensions = ['redis' => ['redis'], 'mysqli' => ['database', 'connecting'], 'pgsql' => ['postgres'], 'curl' => ['transfer', 'transfers'], 'sqlite3' => ['sqlite']];
foreach ($of_extensions as $extension => $more) {
    if (extension_loaded($extension)) {
        array_push($kinds, ...$more);
    } else {
        echo "not tried, as extension $extension is not there: ", implode(', ', $more), "\n";
    }
}
if (isset($argv[3])) {
    $kinds = [$argv[3]];
}
$any = fn (array $list): mixed => $list[mt_rand(0, count($list) - 1)];
$ends = [];
$run = function (Closure $call) use (&$ends): void {
    try {
        $call();
        $end = 'returned';
    } catch (Throwable $e) {
        $end = get_class($e);
    }
    $ends[$end] = ($ends[$end] ?? 0) + 1;
};
$until = microtime(true) + (float) $seconds;
$stuck = 0;
for ($round = 1; microtime(true) < $until; $round++) {
    $tasks = [];
    for ($i = mt_rand(1, 3); $i > 0; $i--) {
        $kind = $any($kinds);
        $made = [];
        $sides = null;
        // A busy server may refuse.
        $run(function () use (&$sides, $kind): void {
            $sides = $kind();
        });
        if ($sides === null) {
            continue;
        }
        [$calls, $changes] = $sides;
        for ($j = mt_rand(1, 3); $j > 0; $j--) {
            $tasks[] = $made[] = spawn($run, $any($calls));
        }
        for ($j = mt_rand(1, 3); $j > 0; $j--) {
            $tasks[] = spawn(function () use ($run, $any, $changes, $made): void {
                delay(mt_rand(0, 12));
                mt_rand(0, 4) ? $run($any($changes)) : $any($made)->cancel();
                $rubbish = [];
                foreach ([32, 56, 96, 160, 224, 320] as $size) {
                    $rubbish[] = str_repeat('A', $size);
                }
            });
        }
        unset($calls, $changes, $sides);
    }
    try {
        await_all($tasks, timeout(150));
    } catch (Async\OperationCanceledException) {
        foreach ($tasks as $task) {
            $task->cancel();
        }
        try {
            await_all($tasks, timeout(20_000));
        } catch (Async\OperationCanceledException) {
            $stuck++;
        }
    }
}
ksort($ends);
echo "$round rounds; ", json_encode($ends), "\n";
if ($stuck > 0) {
    echo "FAULT: in $stuck rounds a coroutine did not end\n";
}
exit($stuck > 0 ? 1 : 0);

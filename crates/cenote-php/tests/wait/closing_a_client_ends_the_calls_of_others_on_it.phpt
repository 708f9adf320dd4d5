--TEST--
SPEC 28.6, 28.7: who closes a client waits until the call that another is in has returned; who connects it anew or changes it is refused
--SKIPIF--
<?php require __DIR__ . '/skip_redis.inc'; ?>
--FILE--
<?php
use function Async\{await, delay, spawn};

mysqli_report(MYSQLI_REPORT_OFF);
$silent = stream_socket_server('tcp://127.0.0.1:0');
$port = (int) substr(strrchr(stream_socket_get_name($silent, false), ':'), 1);
$redis = function (): Redis {
    $redis = new Redis();
    $redis->connect(getenv('CENOTE_REDIS'));
    return $redis;
};
$mysqli = fn (): mysqli => new mysqli(username: 'root', socket: getenv('CENOTE_MARIADB'));
$pgsql = fn () => pg_connect(getenv('CENOTE_POSTGRES'), PGSQL_CONNECT_FORCE_NEW);

function tried(Closure $call): string
{
    try {
        return json_encode(@$call(), JSON_PARTIAL_OUTPUT_ON_ERROR) ?: 'null';
    } catch (Throwable $e) {
        return get_class($e);
    }
}

function check(string $name, Closure $call, Closure $close): void
{
    $order = [];
    $user = spawn(function () use ($call, &$order) {
        $result = tried($call);
        $order[] = "inside $result";
    });
    delay(30);
    $result = tried($close);
    $order[] = "closer $result";
    $rubbish = [];
    foreach (range(8, 512, 8) as $size) {
        for ($i = 0; $i < 20; $i++) {
            $rubbish[] = str_repeat('A', $size);
        }
    }
    await($user);
    echo "$name: ", implode(', ', $order), "\n";
}

$r = $redis();
check('Redis::blPop', fn () => $r->blPop(['nothing'], 1), fn () => $r->close());
$r = $redis();
check('Redis::subscribe', fn () => $r->subscribe(['nothing'], fn () => null), fn () => $r->close());
$r = $redis();
check('Redis, connected again', fn () => $r->blPop(['nothing'], 1), fn () => $r->connect(getenv('CENOTE_REDIS')));
$r = new Redis();
$r->pconnect(getenv('CENOTE_REDIS'));
check('Redis::pconnect', fn () => $r->blPop(['nothing'], 1), fn () => $r->close());
$m = $mysqli();
check('mysqli::query', fn () => $m->query('SELECT SLEEP(1)')->fetch_row(), fn () => $m->close());
$m = $mysqli();
$s = $m->prepare('SELECT SLEEP(1)');
check('a statement, its mysqli', fn () => $s->execute(), fn () => $m->close());
$m = mysqli_init();
check('mysqli::real_connect', fn () => $m->real_connect('127.0.0.1', 'x', 'y', 'z', $port), fn () => $m->close());
$m = $mysqli();
check('mysqli, connected again', fn () => $m->query('SELECT SLEEP(0.2)')->fetch_row(), fn () => $m->real_connect('127.0.0.1', 'x', 'y', 'z', $port));
$p = $pgsql();
check('pg_query', fn () => pg_query($p, 'SELECT pg_sleep(1)'), fn () => pg_close($p));
$s = socket_create(AF_INET, SOCK_STREAM, SOL_TCP);
socket_connect($s, '127.0.0.1', $port);
check('socket_read', fn () => socket_read($s, 10), fn () => socket_close($s));
$c = curl_init("http://127.0.0.1:$port/");
curl_setopt_array($c, [CURLOPT_TIMEOUT_MS => 200, CURLOPT_RETURNTRANSFER => true]);
check('curl_exec', fn () => curl_exec($c), fn () => curl_setopt($c, CURLOPT_URL, 'http://127.0.0.1/'));
check('curl_exec twice', fn () => curl_exec($c), fn () => curl_exec($c));
check('curl_reset', fn () => curl_exec($c), fn () => curl_reset($c));
echo "done\n";
?>
--EXPECT--
Redis::blPop: inside RedisException, closer true
Redis::subscribe: inside RedisException, closer true
Redis, connected again: closer Async\AsyncException, inside []
Redis::pconnect: inside RedisException, closer true
mysqli::query: inside Error, closer true
a statement, its mysqli: inside false, closer true
mysqli::real_connect: inside false, closer true
mysqli, connected again: closer Async\AsyncException, inside ["0"]
pg_query: inside false, closer true
socket_read: inside false, closer null
curl_exec: closer Async\AsyncException, inside false
curl_exec twice: closer Async\AsyncException, inside false
curl_reset: closer Async\AsyncException, inside false
done

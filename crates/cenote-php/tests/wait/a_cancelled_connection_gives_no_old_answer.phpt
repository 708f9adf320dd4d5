--TEST--
SPEC 30.2: a connection whose query was cancelled is dead for its client, or connects again; nobody gets the old answer
--SKIPIF--
<?php require __DIR__ . '/skip_redis.inc'; ?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
use function Async\{await, delay, spawn};

set_error_handler(fn (): bool => true);
mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);
$pdo = fn (PDO $pdo, string $sleep): Closure => fn (int $number, float $seconds): mixed
    => $pdo->query("SELECT $number + 0 * " . sprintf($sleep, $seconds))->fetchColumn();
$postgres = 'LENGTH(pg_sleep(%F)::text)';
$clients = [
    'pdo_pgsql' => fn (): Closure => $pdo(new PDO('pgsql:' . strtr(getenv('CENOTE_POSTGRES'), ' ', ';')), $postgres),
    'pdo_pgsql, TLS' => fn (): Closure => $pdo(new PDO('pgsql:' . strtr(getenv('CENOTE_POSTGRES_TCP'), ' ', ';')), $postgres),
    'pdo_odbc' => fn (): Closure => $pdo(new PDO('odbc:' . getenv('CENOTE_ODBC')), $postgres),
    'pdo_mysql' => fn (): Closure => $pdo(new PDO('mysql:unix_socket=' . getenv('CENOTE_MARIADB'), 'root'), 'SLEEP(%F)'),
    'pgsql' => function () use ($postgres): Closure {
        $connection = pg_connect(getenv('CENOTE_POSTGRES'), PGSQL_CONNECT_FORCE_NEW);
        return function (int $number, float $seconds) use ($connection, $postgres): mixed {
            $result = pg_query($connection, "SELECT $number + 0 * " . sprintf($postgres, $seconds));
            return $result ? pg_fetch_result($result, 0, 0) : throw new RuntimeException('no result');
        };
    },
    'mysqli' => function (): Closure {
        $mysqli = new mysqli(username: 'root', socket: getenv('CENOTE_MARIADB'));
        return fn (int $number, float $seconds): mixed => $mysqli->query("SELECT $number + SLEEP($seconds)")->fetch_row()[0];
    },
    'phpredis' => function (): Closure {
        $redis = new Redis();
        $redis->connect(getenv('CENOTE_REDIS'));
        return function (int $number, float $seconds) use ($redis): mixed {
            if ($seconds === 0.0) {
                return $redis->rawCommand('ECHO', (string) $number);
            }
            spawn(function () use ($number, $seconds): void {
                usleep((int) ($seconds * 1e6));
                $other = new Redis();
                $other->connect(getenv('CENOTE_REDIS'));
                $other->rPush('cenote-old', (string) $number);
                $other->expire('cenote-old', 1);
            });
            return $redis->rawCommand('BLPOP', 'cenote-old', 5)[1];
        };
    },
    'curl' => function (): Closure {
        $curl = curl_init();
        return function (int $number, float $seconds) use ($curl): mixed {
            curl_setopt_array($curl, [CURLOPT_URL => getenv('CENOTE_HTTP') . "/answer/$number/" . (int) ($seconds * 1000), CURLOPT_RETURNTRANSFER => true]);
            return explode(' ', (string) curl_exec($curl))[0];
        };
    },
];
foreach ($clients as $name => $connect) {
    $ask = $connect();
    $ask(1, 0);
    $cancelled = spawn($ask, 2, 0.5);
    delay(20);
    $cancelled->cancel();
    try {
        await($cancelled);
        echo "$name: nothing thrown\n";
    } catch (Async\AsyncCancellation) {
    }
    delay(700); // the old answer would be there by now
    $answers = [];
    foreach ([3, 4] as $number) {
        try {
            $answers[] = $ask($number, 0);
        } catch (Exception $error) {
            $answers[] = $error::class;
        }
    }
    echo "$name: ", implode(', ', $answers), "\n";
}
echo "done\n";
?>
--EXPECT--
pdo_pgsql: PDOException, PDOException
pdo_pgsql, TLS: PDOException, PDOException
pdo_odbc: PDOException, PDOException
pdo_mysql: PDOException, PDOException
pgsql: RuntimeException, RuntimeException
mysqli: mysqli_sql_exception, mysqli_sql_exception
phpredis: 3, 4
curl: 3, 4
done

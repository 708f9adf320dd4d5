<?php
// The stock clients that benches and tests go through.

declare(strict_types=1);

/**
 * By name: a function that connects and returns a function that waits that many milliseconds on the server's side.
 *
 * @return array<string, Closure(): Closure(int): mixed>
 */
function clients(): array
{
    $postgres = getenv('CENOTE_POSTGRES');
    $tls = getenv('CENOTE_POSTGRES_TCP');
    $mariadb = getenv('CENOTE_MARIADB');
    $redis = getenv('CENOTE_REDIS');
    $http = getenv('CENOTE_HTTP');
    $pdo = fn (string $dsn, ?string $user = null): Closure => function () use ($dsn, $user): Closure {
        $pdo = new PDO($dsn, $user);
        $query = str_starts_with($dsn, 'mysql') ? 'SELECT SLEEP(%F)' : 'SELECT pg_sleep(%F)';
        return fn (int $ms): mixed => $pdo->query(sprintf($query, $ms / 1000))->fetchColumn();
    };
    return [
        'pdo_pgsql' => $pdo('pgsql:' . strtr((string) $postgres, ' ', ';')),
        'pdo_pgsql, TLS' => $pdo('pgsql:' . strtr((string) $tls, ' ', ';')),
        'pgsql' => function () use ($postgres): Closure {
            $connection = pg_connect($postgres, PGSQL_CONNECT_FORCE_NEW);
            return fn (int $ms): mixed => pg_fetch_result(pg_query($connection, sprintf('SELECT pg_sleep(%F)', $ms / 1000)), 0);
        },
        'pdo_mysql' => $pdo("mysql:unix_socket=$mariadb", 'root'),
        'mysqli' => function () use ($mariadb): Closure {
            $mysqli = new mysqli(username: 'root', socket: $mariadb);
            return fn (int $ms): mixed => $mysqli->query(sprintf('SELECT SLEEP(%F)', $ms / 1000))->fetch_row();
        },
        'pdo_odbc' => $pdo('odbc:' . getenv('CENOTE_ODBC')),
        'phpredis' => function () use ($redis): Closure {
            $client = new Redis();
            $client->connect($redis);
            return fn (int $ms): mixed => $client->rawCommand('BLPOP', 'nothing', $ms / 1000);
        },
        'curl' => function () use ($http): Closure {
            $curl = curl_init();
            return function (int $ms) use ($curl, $http): mixed {
                curl_setopt_array($curl, [CURLOPT_URL => "$http/delay/$ms", CURLOPT_RETURNTRANSFER => true]);
                return curl_exec($curl);
            };
        },
        'curl multi' => fn (): Closure => function (int $ms) use ($http): mixed {
            $multi = curl_multi_init();
            $curl = curl_init("$http/delay/$ms");
            curl_setopt($curl, CURLOPT_RETURNTRANSFER, true);
            curl_multi_add_handle($multi, $curl);
            do {
                curl_multi_exec($multi, $running);
                $running && curl_multi_select($multi);
            } while ($running);
            return curl_multi_getcontent($curl);
        },
        'file_get_contents(http)' => fn (): Closure => fn (int $ms): mixed => file_get_contents("$http/delay/$ms"),
        'stream_socket_client' => fn (): Closure => function (int $ms) use ($http): mixed {
            $stream = stream_socket_client('tcp://' . parse_url($http, PHP_URL_HOST) . ':' . parse_url($http, PHP_URL_PORT));
            fwrite($stream, "GET /delay/$ms HTTP/1.0\r\n\r\n");
            return stream_get_contents($stream);
        },
    ];
}

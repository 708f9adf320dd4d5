<?php
// Connections of the stock clients. Each can ask a question with a number in it, in several ways, and says which
// numbers the answer carries.

declare(strict_types=1);

/** A client noticed that its answer is missing or incomplete. */
final class NoAnswer extends RuntimeException
{
}

/** A client's own time limit was reached. */
final class TooSlow extends RuntimeException
{
}

abstract class Link
{
    /** Whether the client said that the connection is of no use any more. */
    public bool $broken = false;

    /** @return non-empty-list<Closure(int $number, int $ms): list<mixed>> the ways to ask: numbers as the answer has them */
    abstract protected function ways(): array;

    /** @return list<mixed> the numbers in the answer, which takes the server about $ms milliseconds */
    public function ask(int $number, int $ms, int $way): array
    {
        $ways = $this->ways();
        try {
            return $ways[$way % count($ways)]($number, $ms);
        } catch (Exception $error) {
            $this->broken = true;
            throw $error;
        }
    }

    public function close(): void
    {
    }

    /** @return class-string<Link>[] */
    public static function kinds(): array
    {
        return [
            'pdo_pgsql' => PdoPgsqlLink::class, 'pgsql' => PgsqlLink::class,
            'pdo_mysql' => PdoMysqlLink::class, 'mysqli' => MysqliLink::class,
            'pooled pgsql' => PooledPgsqlLink::class, 'pooled mysql' => PooledMysqlLink::class,
            'phpredis' => RedisLink::class,
            'curl' => CurlLink::class, 'streams' => StreamLink::class, 'sockets' => SocketLink::class,
        ];
    }
}

const ROWS = 200;

class PdoPgsqlLink extends Link
{
    protected PDO $pdo;

    public function __construct()
    {
        $this->pdo = $this->connect();
    }

    protected function connect(array $options = []): PDO
    {
        $settings = ';application_name=soak;options=-cclient_min_messages=error';
        return new PDO('pgsql:' . strtr(getenv('CENOTE_POSTGRES'), ' ', ';') . $settings, options: $options);
    }

    protected function ways(): array
    {
        return [
            fn (int $n, int $ms): array => [$this->pdo->query(sprintf('SELECT %d FROM pg_sleep(%F)', $n, $ms / 1000))->fetchColumn()],
            function (int $n, int $ms): array {
                $statement = $this->pdo->prepare('SELECT ?::int FROM pg_sleep(?)');
                $statement->execute([$n, $ms / 1000]);
                return $statement->fetchAll(PDO::FETCH_COLUMN);
            },
            function (int $n): array {
                $statement = $this->pdo->prepare('SELECT ?::int, repeat(?, 4000) FROM generate_series(1, ' . ROWS . ')');
                $statement->execute([$n, 'x']);
                return complete($statement->fetchAll(PDO::FETCH_COLUMN), ROWS);
            },
            function (int $n, int $ms): array {
                $this->pdo->beginTransaction();
                $answer = $this->pdo->query(sprintf('SELECT %d FROM pg_sleep(%F)', $n, $ms / 1000))->fetchAll(PDO::FETCH_COLUMN);
                $this->pdo->commit();
                return $answer;
            },
        ];
    }
}

final class PgsqlLink extends Link
{
    private PgSql\Connection $connection;

    public function __construct()
    {
        $connection = pg_connect(getenv('CENOTE_POSTGRES') . ' application_name=soak options=-cclient_min_messages=error', PGSQL_CONNECT_FORCE_NEW);
        $this->connection = $connection ?: throw new NoAnswer('pg_connect');
    }

    protected function ways(): array
    {
        $column = fn (PgSql\Result|false $result): array => $result
            ? pg_fetch_all_columns($result) : throw new NoAnswer((string) pg_last_error($this->connection));
        return [
            fn (int $n, int $ms): array => $column(pg_query_params($this->connection, 'SELECT $1::int FROM pg_sleep($2)', [$n, $ms / 1000])),
            fn (int $n, int $ms): array => $column(pg_query($this->connection, sprintf('SELECT %d FROM pg_sleep(%F)', $n, $ms / 1000))),
            fn (int $n): array => complete($column(pg_query($this->connection,
                "SELECT $n, repeat('x', 4000) FROM generate_series(1, " . ROWS . ')')), ROWS),
            function (int $n, int $ms) use ($column): array {
                pg_send_query($this->connection, sprintf('SELECT %d FROM pg_sleep(%F); SELECT %d', $n, $ms / 1000, $n))
                    || throw new NoAnswer('pg_send_query');
                $answers = [];
                while ($result = pg_get_result($this->connection)) {
                    pg_result_status($result) === PGSQL_TUPLES_OK || throw new NoAnswer((string) pg_result_error($result));
                    array_push($answers, ...$column($result));
                }
                return complete($answers, 2);
            },
        ];
    }

    public function close(): void
    {
        pg_close($this->connection);
    }
}

class PdoMysqlLink extends Link
{
    protected PDO $pdo;

    public function __construct()
    {
        $this->pdo = $this->connect();
    }

    protected function connect(array $options = []): PDO
    {
        return new PDO('mysql:unix_socket=' . getenv('CENOTE_MARIADB'), 'root', options: $options);
    }

    protected function ways(): array
    {
        $column = function (string $query, array $parameters): array {
            $statement = $this->pdo->prepare($query);
            $statement->execute($parameters);
            return $statement->fetchAll(PDO::FETCH_COLUMN);
        };
        $prepared = function (bool $emulated, int $n, int $ms) use ($column): array {
            $this->pdo->setAttribute(PDO::ATTR_EMULATE_PREPARES, $emulated);
            return $column('SELECT ? AS n, SLEEP(?)', [$n, $ms / 1000]);
        };
        return [
            fn (int $n, int $ms): array => $prepared(true, $n, $ms),
            fn (int $n, int $ms): array => $prepared(false, $n, $ms),
            function (int $n): array {
                $this->pdo->setAttribute(PDO::MYSQL_ATTR_USE_BUFFERED_QUERY, false);
                $answer = [];
                foreach ($this->pdo->query("SELECT $n AS n, REPEAT('x', 4000) FROM mysql.seq_1_to_" . ROWS) as $row) {
                    $answer[] = $row[0];
                }
                $this->pdo->setAttribute(PDO::MYSQL_ATTR_USE_BUFFERED_QUERY, true);
                return complete($answer, ROWS);
            },
        ];
    }
}

/** Links that share one pooled PDO: whoever asks gets one of its few connections. */
trait Pooled
{
    private static ?PDO $shared = null;

    public function __construct()
    {
        $this->pdo = self::$shared ??= $this->connect([
            PDO::ATTR_POOL_ENABLED => true,
            PDO::ATTR_POOL_MAX => 3,
            PDO::ATTR_POOL_ACQUIRE_TIMEOUT => 5,
            PDO::ATTR_POOL_STMT_CACHE_SIZE => 4,
        ]);
    }

    public static function shared(): ?PDO
    {
        return self::$shared;
    }

    public static function end(): void
    {
        self::$shared = null;
    }
}

final class PooledPgsqlLink extends PdoPgsqlLink
{
    use Pooled;
}

final class PooledMysqlLink extends PdoMysqlLink
{
    use Pooled;
}

final class MysqliLink extends Link
{
    private mysqli $mysqli;
    /** Kept after a failure, until the connection is closed: mysqlnd loses the memory of one that it cannot close on the server. */
    private ?mysqli_stmt $statement = null;

    public function __construct()
    {
        $this->mysqli = new mysqli(username: 'root', socket: getenv('CENOTE_MARIADB'));
    }

    protected function ways(): array
    {
        $query = fn (int $n, int $ms): string => sprintf('SELECT %d AS n, SLEEP(%F)', $n, $ms / 1000);
        return [
            fn (int $n, int $ms): array => [$this->mysqli->query($query($n, $ms))->fetch_row()[0] ?? throw new NoAnswer('no row')],
            function (int $n, int $ms): array {
                $this->statement = $this->mysqli->prepare('SELECT ? AS n, SLEEP(?)');
                $this->statement->execute([$n, $ms / 1000]);
                $answer = array_column($this->statement->get_result()->fetch_all(), 0);
                $this->statement = null;
                return $answer;
            },
            function (int $n): array {
                $result = $this->mysqli->query("SELECT $n AS n, REPEAT('x', 4000) FROM mysql.seq_1_to_" . ROWS, MYSQLI_USE_RESULT);
                $answer = [];
                while ($row = $result->fetch_row()) {
                    $answer[] = $row[0];
                }
                return complete($answer, ROWS);
            },
            function (int $n, int $ms) use ($query): array {
                $this->mysqli->multi_query($query($n, $ms) . "; SELECT $n AS n");
                $answer = [];
                do {
                    $answer[] = $this->mysqli->store_result()->fetch_row()[0];
                } while ($this->mysqli->more_results() && $this->mysqli->next_result());
                return complete($answer, 2);
            },
            function (int $n, int $ms) use ($query): array {
                $this->mysqli->query($query($n, $ms), MYSQLI_ASYNC);
                do {
                    $read = $error = $reject = [$this->mysqli];
                } while (!mysqli_poll($read, $error, $reject, 1));
                $result = $this->mysqli->reap_async_query();
                return [$result instanceof mysqli_result ? $result->fetch_row()[0] : throw new NoAnswer($this->mysqli->error)];
            },
        ];
    }

    public function close(): void
    {
        $this->mysqli->close();
    }
}

final class RedisLink extends Link
{
    public static string $socket;
    private Redis $redis;

    public function __construct()
    {
        $this->redis = new Redis();
        $this->redis->connect(self::$socket);
    }

    protected function ways(): array
    {
        $say = fn (int $n): mixed => $this->redis->echo((string) $n) ?: throw new NoAnswer('ECHO');
        return [
            fn (int $n): array => [$say($n)],
            function (int $n, int $ms) use ($say): array {
                $this->redis->rawCommand('BLPOP', 'soak:nothing', max($ms, 1) / 1000);
                return [$say($n)];
            },
            function (int $n): array {
                $this->redis->setex("soak:$n", 5, str_repeat("$n ", 20_000)) ?: throw new NoAnswer('SETEX');
                $value = $this->redis->get("soak:$n");
                return is_string($value) ? complete(explode(' ', rtrim($value)), 20_000) : throw new NoAnswer('GET');
            },
            function (int $n) use ($say): array {
                $say($n);
                $pipe = $this->redis->multi(Redis::PIPELINE);
                for ($i = 0; $i < 20; $i++) {
                    $pipe->echo((string) $n);
                }
                $answers = $pipe->exec();
                // phpredis 5.3 forgets its mode when it has to reconnect here, and then gives the last answer alone.
                return complete(is_array($answers) ? $answers : [], 20);
            },
            function (int $n, int $ms) use ($say): array {
                $this->redis->setOption(Redis::OPT_READ_TIMEOUT, 0.005);
                $begin = hrtime(true);
                try {
                    $this->redis->rawCommand('BLPOP', 'soak:nothing', ($ms + 5) / 1000);
                } catch (RedisException $error) {
                    throw hrtime(true) - $begin < 5e6 ? $error : new TooSlow('read timeout', 0, $error);
                }
                $this->redis->setOption(Redis::OPT_READ_TIMEOUT, -1);
                return [$say($n)];
            },
        ];
    }

    public function close(): void
    {
        $this->redis->close();
    }
}

/** Where the HTTP server listens; what it answers to /answer/NUMBER/MS and, breaking off, to /cut/NUMBER/MS. */
final class Http
{
    public static int $port;

    public static function path(int $number, int $ms): string
    {
        return ($ms === 0 ? '/cut' : '/answer') . "/$number/$ms";
    }

    public static function url(int $number, int $ms): string
    {
        return 'http://127.0.0.1:' . self::$port . self::path($number, $ms);
    }

    /** @return list<string> */
    public static function numbers(string|bool $body): array
    {
        if (!is_string($body) || !str_ends_with($body, ".\n")) {
            throw new NoAnswer('the body is not complete');
        }
        return explode(' ', substr($body, 0, -2));
    }
}

final class CurlLink extends Link
{
    private CurlHandle $curl;

    public function __construct()
    {
        $this->curl = curl_init();
        curl_setopt($this->curl, CURLOPT_RETURNTRANSFER, true);
    }

    protected function ways(): array
    {
        $get = function (int $n, int $ms, int $limit = 0): array {
            curl_setopt_array($this->curl, [CURLOPT_URL => Http::url($n, $ms), CURLOPT_TIMEOUT_MS => $limit]);
            $body = curl_exec($this->curl);
            curl_errno($this->curl) === CURLE_OPERATION_TIMEDOUT && throw new TooSlow('CURLOPT_TIMEOUT_MS');
            curl_errno($this->curl) && throw new NoAnswer(curl_error($this->curl));
            return Http::numbers($body);
        };
        return [
            $get,
            fn (int $n, int $ms): array => $get($n, $ms + 5, 5),
            function (int $n, int $ms): array {
                $multi = curl_multi_init();
                $handles = [];
                foreach ([0, 1] as $at) {
                    $handles[$at] = curl_init(Http::url($n, $ms));
                    curl_setopt($handles[$at], CURLOPT_RETURNTRANSFER, true);
                    curl_multi_add_handle($multi, $handles[$at]);
                }
                do {
                    curl_multi_exec($multi, $running);
                    $running && curl_multi_select($multi);
                } while ($running);
                $numbers = [];
                foreach ($handles as $handle) {
                    array_push($numbers, ...Http::numbers(curl_multi_getcontent($handle) ?? false));
                }
                return $numbers;
            },
        ];
    }
}

final class StreamLink extends Link
{
    protected function ways(): array
    {
        $send = function (int $n, int $ms) {
            $stream = stream_socket_client('tcp://127.0.0.1:' . Http::$port) ?: throw new NoAnswer('connect');
            fwrite($stream, 'GET ' . Http::path($n, $ms) . " HTTP/1.0\r\n\r\n");
            return $stream;
        };
        $body = fn (string|bool $answer): string => explode("\r\n\r\n", (string) $answer, 2)[1] ?? '';
        return [
            fn (int $n, int $ms): array => Http::numbers(file_get_contents(Http::url($n, $ms))),
            fn (int $n, int $ms): array => Http::numbers($body(stream_get_contents($send($n, $ms)))),
            function (int $n, int $ms) use ($send, $body): array {
                $stream = $send($n, $ms);
                stream_set_blocking($stream, false);
                $answer = '';
                do {
                    $read = [$stream];
                    $none = null;
                    stream_select($read, $none, $none, 5);
                    $answer .= fread($stream, 8192);
                } while (!feof($stream));
                return Http::numbers($body($answer));
            },
        ];
    }
}

final class SocketLink extends Link
{
    protected function ways(): array
    {
        return [function (int $n, int $ms): array {
            $socket = socket_create(AF_INET, SOCK_STREAM, SOL_TCP);
            if (!socket_connect($socket, '127.0.0.1', Http::$port)) {
                throw new NoAnswer('socket_connect');
            }
            socket_write($socket, 'GET ' . Http::path($n, $ms) . " HTTP/1.0\r\n\r\n");
            for ($answer = ''; $part = socket_read($socket, 8192); ) {
                $answer .= $part;
            }
            socket_close($socket);
            return Http::numbers(explode("\r\n\r\n", $answer, 2)[1] ?? '');
        }];
    }
}

/** All of $count numbers, or none: an answer that broke off is not a wrong one. */
function complete(array $numbers, int $count): array
{
    return count($numbers) === $count ? $numbers : throw new NoAnswer(count($numbers) . " of $count");
}

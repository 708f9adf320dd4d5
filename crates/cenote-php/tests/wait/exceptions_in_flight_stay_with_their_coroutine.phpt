--TEST--
SPEC 30.11: while an exception is in flight, a finally block queries; other coroutines' exceptions and answers stay apart from it
--SKIPIF--
<?php require __DIR__ . '/skip_redis.inc'; ?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
use function Async\{await, spawn};

$queries = [
    'mysqli' => function (): Closure {
        $mysqli = new mysqli(username: 'root', socket: getenv('CENOTE_MARIADB'));
        return fn (string $what): string => $mysqli->query("SELECT CONCAT('$what', LEFT(SLEEP(0.02), 0))")->fetch_row()[0];
    },
    'pdo_pgsql' => function (): Closure {
        $pdo = new PDO('pgsql:' . strtr(getenv('CENOTE_POSTGRES'), ' ', ';'));
        return fn (string $what): string => $pdo->query("SELECT '$what' FROM pg_sleep(0.02)")->fetchColumn();
    },
    'redis' => function (): Closure {
        $redis = new Redis();
        $redis->connect(getenv('CENOTE_REDIS'));
        return function (string $what) use ($redis): string {
            $redis->rawCommand('BLPOP', 'nothing', 0.02);
            return $redis->rawCommand('ECHO', $what);
        };
    },
];
$tasks = [];
foreach ($queries as $client => $connect) {
    foreach ([1, 2] as $number) {
        $tasks[] = spawn(function () use ($client, $connect, $number): string {
            $query = $connect();
            $log = '';
            try {
                try {
                    try {
                        throw new DomainException("$client $number");
                    } finally {
                        $log .= $query("first $number") . ', ';
                        try {
                            throw new RangeException("inner of $client $number");
                        } catch (RangeException $inner) {
                            $log .= $inner->getMessage() . ', ';
                        }
                    }
                } finally {
                    $log .= $query("second $number") . ', ';
                }
            } catch (DomainException $error) {
                $previous = $error->getPrevious();
                return $log . $error->getMessage() . ($previous === null ? '' : ', previous: ' . $previous->getMessage());
            }
        });
    }
}
foreach ($tasks as $task) {
    echo await($task), "\n";
}
echo "done\n";
?>
--EXPECT--
first 1, inner of mysqli 1, second 1, mysqli 1
first 2, inner of mysqli 2, second 2, mysqli 2
first 1, inner of pdo_pgsql 1, second 1, pdo_pgsql 1
first 2, inner of pdo_pgsql 2, second 2, pdo_pgsql 2
first 1, inner of redis 1, second 1, redis 1
first 2, inner of redis 2, second 2, redis 2
done

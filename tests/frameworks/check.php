<?php
// Helpers of the framework tests, and where the server is: a driver's name as the first argument.

declare(strict_types=1);

// Our packages: as Composer has put them into a project, and from their sources those that are not there.
if (getenv('CENOTE_VENDOR')) {
    require getenv('CENOTE_VENDOR') . '/autoload.php';
}
spl_autoload_register(function (string $class): void {
    $path = preg_replace_callback('~^Cenote/(\w+)/~', fn (array $found): string => strtolower(preg_replace('~\B[A-Z]~', '-$0', $found[1])) . '/src/', strtr($class, '\\', '/'));
    is_file(__DIR__ . "/../../packages/$path.php") && require __DIR__ . "/../../packages/$path.php";
});

const COROUTINES = 64;

function check(bool $holds, string $what): void
{
    $holds or throw new RuntimeException("wrong: $what");
}

/** @return array<string, mixed> where the server of this test is */
function server(string $driver): array
{
    if ($driver === 'mysql') {
        $plain = new PDO('mysql:unix_socket=' . getenv('CENOTE_MARIADB'), 'root');
        $plain->exec('CREATE DATABASE IF NOT EXISTS frameworks');
    }
    parse_str(strtr((string) getenv('CENOTE_POSTGRES'), ' ', '&'), $postgres);
    return match ($driver) {
        'sqlite' => ['file' => sys_get_temp_dir() . '/cenote-frameworks-' . getmypid() . '.db'],
        'pgsql' => $postgres,
        'redis' => ['scheme' => 'unix', 'path' => getenv('CENOTE_REDIS')],
        'rabbitmq' => ['address' => getenv('CENOTE_RABBITMQ')],
        'mysql' => ['unix_socket' => getenv('CENOTE_MARIADB')],
    };
}

/** Doctrine's, on a pooled PDO. */
function doctrine_connection(string $driver, int $max): Doctrine\DBAL\Connection
{
    $server = server($driver);
    return Doctrine\DBAL\DriverManager::getConnection([
        'driver' => "pdo_$driver",
        'wrapperClass' => Cenote\Doctrine\PooledConnection::class,
        'driverOptions' => [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => $max],
        ...match ($driver) {
            'sqlite' => ['path' => $server['file']],
            'pgsql' => ['host' => $server['host'], 'port' => $server['port'], 'dbname' => $server['dbname'], 'user' => $server['user'], 'charset' => 'utf8'],
            'mysql' => ['unix_socket' => $server['unix_socket'], 'dbname' => 'frameworks', 'user' => 'root', 'charset' => 'utf8mb4'],
        },
    ]);
}

/** Runs a job in many coroutines at once; the first exception ends the test. */
function together(Closure $job): void
{
    Async\await_all_or_fail(array_map(fn (int $number) => Async\spawn($job, $number), range(1, COROUTINES)));
}

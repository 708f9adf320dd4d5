<?php
// Helpers of the framework tests, and where the server is: a driver's name as the first argument.

declare(strict_types=1);

require __DIR__ . '/../../packages/coroutine-local/src/Properties.php';
require __DIR__ . '/../../packages/coroutine-local/src/Once.php';

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

/** Runs a job in many coroutines at once; the first exception ends the test. */
function together(Closure $job): void
{
    Async\await_all_or_fail(array_map(fn (int $number) => Async\spawn($job, $number), range(1, COROUTINES)));
}

<?php
// A picture of a living pool: serves one page that shows an Async\Pool of database connections at work, and acts on it.
//   make live                                on an SQLite file of its own
//   make live DSN='pgsql:host=…;dbname=…'    on PostgreSQL; DB_USER, DB_PASSWORD
//   LISTEN=127.0.0.1:8090                    where it listens (port 0: any free one)

declare(strict_types=1);

namespace Live;

use RuntimeException;

spl_autoload_register(function (string $class): void {
    require __DIR__ . '/' . substr($class, strlen('Live\\')) . '.php';
});

// Pools note who took what where, so that the page can show it.
ini_set('cenote.leak_threshold_ms', '1');

/** What the script cannot go on without: said in one line. */
function needed(callable $make): mixed
{
    try {
        return $make();
    } catch (RuntimeException $e) {
        fwrite(STDERR, "{$e->getMessage()}\n");
        exit(1);
    }
}

$http = needed(fn (): Http => new Http(getenv('LISTEN') ?: '127.0.0.1:8090'));
$dsn = $argv[1] ?? 'sqlite';
$settings = new Settings();
$database = needed(fn (): Database => match (true) {
    $dsn === 'sqlite' => new SqliteDatabase(),
    str_starts_with($dsn, 'pgsql:') => new PostgresDatabase($dsn, getenv('DB_USER') ?: null, getenv('DB_PASSWORD') ?: null),
    default => throw new RuntimeException("The DSN begins with pgsql:, or there is none, for SQLite; this is $dsn"),
});
$pool = new ConnectionPool($database, $settings);
$latency = new Latency();
$workload = new Workload($pool, $settings, $latency);
$snapshot = new Snapshot($pool, $database, $settings, $latency, $workload);

$http->on('GET /', fn (Request $request): Response => Response::file('page/index.html', 'text/html; charset=utf-8'));
$http->on('GET /style.css', fn (Request $request): Response => Response::file('page/style.css', 'text/css'));
$http->on('GET /app.js', fn (Request $request): Response => Response::file('page/app.js', 'text/javascript'));
$http->on('GET /plot.js', fn (Request $request): Response => Response::file('page/plot.js', 'text/javascript'));
$http->on('GET /icon.svg', fn (Request $request): Response => Response::file('page/icon.svg', 'image/svg+xml'));
$http->on('GET /events', new Events($snapshot));
$http->on('GET /snapshot', fn (Request $request): Response => Response::json($snapshot->take()));
$http->on('GET /metrics', new Metrics($snapshot));
$http->on('POST /control', new Controls($pool, $database, $settings));

$stopping = false;
pcntl_async_signals(true);
foreach ([SIGINT, SIGTERM] as $signal) {
    pcntl_signal($signal, function () use (&$stopping): void {
        $stopping = true;
    });
}

$workload->begin();
echo "A living pool on {$database->name()}: {$http->url()}  (Ctrl-C ends it)\n";
$http->serve(until: function () use (&$stopping): bool {
    return $stopping;
});
$workload->end();
$pool->close();
$database->close();

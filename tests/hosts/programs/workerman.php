<?php
// A Workerman HTTP server: /wait queries for 50 ms, /ready answers at once, /order and its like are in orders.php.
// workerman.php start, with the port in PORT, the loop in LOOP (ours if unset), the DSN in DSN, the number of workers in WORKERS.

declare(strict_types=1);

use Workerman\Connection\TcpConnection;
use Workerman\Protocols\Http\Request;
use Workerman\Protocols\Http\Response;
use Workerman\Worker;

require __DIR__ . '/../boot.php';

// Workerman reads its command from here.
$argv = $_SERVER['argv'] = [$argv[0], 'start', '-q'];
$folder = (string) getenv('FOLDER');
Worker::$pidFile = "$folder/pid";
Worker::$logFile = "$folder/log";
Worker::$statusFile = "$folder/status";
Worker::$eventLoopClass = getenv('LOOP') ?: Cenote\Workerman\EventLoop::class;

$worker = new Worker('http://127.0.0.1:' . getenv('PORT'));
$worker->count = (int) (getenv('WORKERS') ?: 1);
$worker->reusePort = true;
$pdo = null;
$worker->onWorkerStart = function () use (&$pdo): void {
    $dsn = (string) getenv('DSN');
    $pdo = $dsn === '' ? null : new PDO($dsn, options: [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => (int) (getenv('MAX') ?: 20)]);
};
$worker->onMessage = function (TcpConnection $connection, Request $request) use (&$pdo): void {
    switch ($request->path()) {
        case '/ready':
            $connection->send('ready');
            return;
        case '/sleep':
            usleep(50_000);
            $connection->send('slept');
            return;
        case '/wait':
            $pdo->query('SELECT pg_sleep(0.05)')->fetchAll();
            $connection->send('waited');
            return;
        case '/order':
            $pdo->beginTransaction();
            try {
                $pdo->prepare('INSERT INTO orders (client) VALUES (?)')->execute([$request->get('client')]);
                $pdo->exec('SAVEPOINT inner_one');
                $pdo->query('SELECT pg_sleep(0.01)')->fetchAll();
                $pdo->exec('RELEASE inner_one');
                if ($connection->getStatus() !== TcpConnection::STATUS_ESTABLISHED) {
                    $pdo->rollBack();
                    return;
                }
                $pdo->commit();
            } catch (Throwable $error) {
                $pdo->inTransaction() && $pdo->rollBack();
                $connection->send(new Response(500, body: $error->getMessage()));
                return;
            }
            $connection->send('ordered');
            return;
        default:
            $connection->send(new Response(404));
    }
};
Worker::runAll();

<?php
// A Workerman HTTP server: /wait queries for 50 ms, /sleep sleeps as long, /ready answers at once, /order is in orders.php. The port is in PORT,
// the loop in LOOP (ours if unset), the DSN in DSN, the number of workers in WORKERS, the certificate for TLS in CERTIFICATE. With CANCELS the handlers of
// clients that hang up are cancelled.

declare(strict_types=1);

use Cenote\Workerman\HangUps;
use Workerman\Connection\TcpConnection;
use Workerman\Protocols\Http\Request;
use Workerman\Protocols\Http\Response;
use Workerman\Worker;

require __DIR__ . '/../boot.php';
require __DIR__ . '/orders.php';

// Workerman reads its command from here.
$argv = $_SERVER['argv'] = [$argv[0], 'start', '-q'];
$folder = (string) getenv('FOLDER');
Worker::$pidFile = "$folder/pid";
Worker::$logFile = "$folder/log";
Worker::$statusFile = "$folder/status";
Worker::$stopTimeout = 60;
Worker::$eventLoopClass = getenv('LOOP') ?: Cenote\Workerman\EventLoop::class;

$certificate = (string) getenv('CERTIFICATE');
$worker = new Worker('http://127.0.0.1:' . getenv('PORT'), $certificate === '' ? [] : ['ssl' => ['local_cert' => $certificate, 'verify_peer' => false]]);
$worker->transport = $certificate === '' ? 'tcp' : 'ssl';
$worker->count = (int) (getenv('WORKERS') ?: 1);
$worker->reusePort = true;
$pdo = null;
$worker->onWorkerStart = function () use (&$pdo): void {
    $dsn = (string) getenv('DSN');
    $pdo = $dsn === '' ? null : new PDO($dsn, options: [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => (int) (getenv('MAX') ?: 20)]);
};
$handle = function (TcpConnection $connection, Request $request) use (&$pdo): void {
    switch ($request->path()) {
        case '/ready':
            $connection->send('ready');
            return;
        case '/usage':
            $connection->send(json_encode(getrusage() + ['memory' => 4096 * (int) explode(' ', file_get_contents('/proc/self/statm'))[1]]));
            return;
        case '/session':
            usleep(20_000);
            $connection->send($request->session()->getId() . ' ' . $request->connection->id . ' ' . $connection->id);
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
            try {
                take_order($pdo, (int) $request->get('client'), fn (): bool => !HangUps::hasLeft($connection)) && $connection->send('ordered');
            } catch (Cenote\Workerman\ClientLeft $left) {
                throw $left;
            } catch (Throwable $error) {
                $connection->send(new Response(500, body: $error->getMessage()));
            }
            return;
        case '/big':
            usleep(10_000);
            $connection->send(str_repeat('0123456789', 200_000));
            return;
        default:
            $connection->send(new Response(404));
    }
};
$worker->onMessage = getenv('CANCELS') ? HangUps::cancelling($handle) : $handle;
Worker::runAll();

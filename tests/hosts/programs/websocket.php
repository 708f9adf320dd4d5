<?php
// A WebSocket server of Workerman: sends back what it gets, after 20 ms, and to all what begins with "all ".

declare(strict_types=1);

use Workerman\Connection\TcpConnection;
use Workerman\Worker;

require __DIR__ . '/../boot.php';

$argv = $_SERVER['argv'] = [$argv[0], 'start', '-q'];
$folder = (string) getenv('FOLDER');
[Worker::$pidFile, Worker::$logFile, Worker::$statusFile] = ["$folder/pid", "$folder/log", "$folder/status"];
Worker::$eventLoopClass = Cenote\Workerman\EventLoop::class;
$worker = new Worker('websocket://127.0.0.1:' . getenv('PORT'));
$worker->onMessage = function (TcpConnection $connection, string $text) use ($worker): void {
    usleep(20_000);
    foreach (str_starts_with($text, 'all ') ? $worker->connections : [$connection] as $one) {
        $one->send($text);
    }
};
Worker::runAll();

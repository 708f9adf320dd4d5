<?php
// AMPHP's HTTP server: /wait queries for 50 ms, /sleep sleeps as long, /ready answers at once, /order is in orders.php. The port is in PORT, the DSN in DSN; the
// loop is that of REVOLT_DRIVER. With CANCELS an order is not taken if the client has hung up.

declare(strict_types=1);

use Amp\Http\Server\DefaultErrorHandler;
use Amp\Http\Server\Request;
use Amp\Http\Server\RequestHandler\ClosureRequestHandler;
use Amp\Http\Server\Response;
use Amp\Http\Server\Driver\ConnectionLimitingServerSocketFactory;
use Amp\Http\Server\Driver\SocketClientFactory;
use Amp\Http\Server\SocketHttpServer;
use Amp\Sync\LocalSemaphore;
use Cenote\Revolt\HttpClients;

require __DIR__ . '/../boot.php';
require __DIR__ . '/orders.php';

// AMPHP takes 37 kB for a connection, on any loop: 5,000 idle ones are more than PHP allows by default.
ini_set('memory_limit', '-1');
$dsn = (string) getenv('DSN');
$pdo = $dsn === '' ? null : new PDO($dsn, options: [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 20]);
$logger = new Psr\Log\NullLogger();
$clients = getenv('CANCELS') ? new HttpClients(new SocketClientFactory($logger)) : null;
$server = $clients === null
    ? SocketHttpServer::createForDirectAccess($logger, connectionLimit: 10_000, connectionLimitPerIp: 10_000)
    : new SocketHttpServer($logger, new ConnectionLimitingServerSocketFactory(new LocalSemaphore(10_000)), $clients);
$server->expose('127.0.0.1:' . getenv('PORT'), (new Amp\Socket\BindContext())->withTcpNoDelay());
$server->start(new ClosureRequestHandler(function (Request $request) use ($pdo, $clients): Response {
    switch ($request->getUri()->getPath()) {
        case '/wait':
            $pdo->query('SELECT pg_sleep(0.05)')->fetchAll();
            return new Response(body: 'waited');
        case '/usage':
            return new Response(body: json_encode(getrusage() + ['memory' => 4096 * (int) explode(' ', file_get_contents('/proc/self/statm'))[1]]));
        case '/sleep':
            usleep(50_000);
            return new Response(body: 'slept');
        case '/order':
            parse_str($request->getUri()->getQuery(), $query);
            $isThere = fn (): bool => !($clients?->hasLeft($request->getClient()) ?? $request->getClient()->isClosed());
            return new Response(body: take_order($pdo, (int) $query['client'], $isThere) ? 'ordered' : '');
        default:
            return new Response(body: 'ready');
    }
}), new DefaultErrorHandler());
Amp\trapSignal([SIGTERM, SIGINT]);
$server->stop();

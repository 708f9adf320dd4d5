<?php
// AMPHP's HTTP server, unchanged, on our driver of Revolt's loop.

declare(strict_types=1);

require __DIR__ . '/boot.php';
require __DIR__ . '/server.php';
needs('Amp\Http\Server\SocketHttpServer', 'amphp/http-server');

$server = new Server('amphp.php', ['REVOLT_DRIVER' => 'Cenote\Revolt\Driver']);
check($server->ask('/ready') === 'ready', 'it answers: ' . $server->output());
$took = milliseconds(function () use ($server): void {
    check($server->askTogether(100, '/sleep') === array_fill(0, 100, 'slept'), 'all are answered');
});
check($took < 4900, "handlers wait together: $took ms");
check($server->stop(SIGTERM) && $server->output() === '', 'SIGTERM stops it: ' . $server->output());
echo "ok\n";

<?php
// WebSocket on Workerman on our loop: many connections, whose handlers wait together, messages of all lengths, and one to all.

declare(strict_types=1);

require __DIR__ . '/boot.php';
require __DIR__ . '/server.php';
needs('Workerman\Worker', 'workerman/workerman');

final class WebSocketClient
{
    /** @var resource */
    private mixed $connection;

    public function __construct(int $port)
    {
        $this->connection = stream_socket_client("tcp://127.0.0.1:$port", timeout: 20);
        stream_set_timeout($this->connection, 30);
        fwrite($this->connection, "GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: " . base64_encode(random_bytes(16)) . "\r\n\r\n");
        $status = fgets($this->connection);
        check(str_starts_with((string) $status, 'HTTP/1.1 101'), "the handshake: $status");
        while (($line = fgets($this->connection)) !== false && $line !== "\r\n");
    }

    public function send(string $text): void
    {
        $length = strlen($text);
        $head = "\x81" . match (true) {
            $length < 126 => chr(128 | $length),
            $length < 65536 => chr(128 | 126) . pack('n', $length),
            default => chr(128 | 127) . pack('J', $length),
        };
        $mask = random_bytes(4);
        fwrite($this->connection, $head . $mask . ($text ^ str_pad('', $length, $mask)));
    }

    public function receive(): string
    {
        $head = (string) fread($this->connection, 1);
        $length = ord((string) fread($this->connection, 1)) & 127;
        check($head === "\x81", 'a text: ' . bin2hex($head));
        $length = match ($length) {
            126 => unpack('n', stream_get_contents($this->connection, 2))[1],
            127 => unpack('J', stream_get_contents($this->connection, 8))[1],
            default => $length,
        };
        return $length === 0 ? '' : stream_get_contents($this->connection, $length);
    }
}

$server = new Server('websocket.php');
$clients = array_map(fn () => new WebSocketClient($server->port), range(1, 60));
$took = milliseconds(function () use ($clients): void {
    $talk = function (WebSocketClient $client, int $number): void {
        foreach ([1, 125, 126, 65_535, 65_536] as $length) {
            $text = str_pad("$number ", $length + 3, 'x');
            $client->send($text);
            check($client->receive() === $text, "$length bytes come back");
        }
    };
    Async\await_all_or_fail(array_map(fn (WebSocketClient $client, int $number) => Async\spawn($talk, $client, $number), $clients, array_keys($clients)));
});
// One after the other they would take six seconds.
check($took < 5500, "handlers wait together: $took ms");
$clients[7]->send('all of you');
foreach ($clients as $client) {
    check($client->receive() === 'all of you', 'one to all');
}
unset($clients[3], $clients[4], $client);
$clients[0]->send('still there');
check($clients[0]->receive() === 'still there', 'others go on');
check($server->stop(SIGINT), 'it stops: ' . $server->output());
echo "ok\n";

<?php

declare(strict_types=1);

namespace Cenote\Revolt;

use Amp\Http\Server\Driver\Client;
use Amp\Http\Server\Driver\ClientFactory;
use Amp\Socket\ResourceSocket;
use Amp\Socket\Socket;
use Cenote\EventLoop\Peer;
use WeakMap;

/**
 * Knows the connections of amphp/http-server's clients. The server reads nothing from one while its request is handled, so it does not
 * see that it hangs up: who is about to commit asks here.
 */
final class HttpClients implements ClientFactory
{
    /** @var WeakMap<Client, Socket> */
    private readonly WeakMap $sockets;

    public function __construct(private readonly ClientFactory $factory)
    {
        $this->sockets = new WeakMap();
    }

    public function createClient(Socket $socket): ?Client
    {
        $client = $this->factory->createClient($socket);
        if ($client !== null) {
            $this->sockets[$client] = $socket;
        }
        return $client;
    }

    /** Whether it has hung up, or at least closed its side for writing. Of a client with HTTP/2, and over TLS, the server knows. */
    public function hasLeft(Client $client): bool
    {
        $socket = $this->sockets[$client] ?? null;
        return $client->isClosed() || ($socket instanceof ResourceSocket && Peer::hasHungUp($socket->getResource()));
    }
}

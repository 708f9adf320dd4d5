<?php

declare(strict_types=1);

namespace Cenote\Workerman;

use Closure;
use ReflectionFunction;
use Workerman\Connection\TcpConnection;
use Workerman\Protocols\Http\Request;

/**
 * Gives each message a request object of its own. Workerman keeps those of short requests and hands the same one to all who send the same bytes:
 * of two handlers that wait, one would get the other's connection and session.
 */
final class OwnRequests
{
    /** The connection of which that is the callback for reading. */
    public static function connection(Closure $onReadable): ?TcpConnection
    {
        $owner = (new ReflectionFunction($onReadable))->getClosureThis();
        return $owner instanceof TcpConnection ? $owner : null;
    }

    /** Called once its handler is there, before its first message. */
    public static function give(TcpConnection $connection): void
    {
        $handler = $connection->onMessage;
        if (is_callable($handler)) {
            $connection->onMessage = static fn (TcpConnection $connection, mixed $message): mixed
                => $handler($connection, $message instanceof Request ? clone $message : $message);
        }
    }
}

<?php

declare(strict_types=1);

namespace Cenote\Workerman;

use Closure;
use ReflectionFunction;
use Workerman\Connection\TcpConnection;
use Workerman\Protocols\Http\Request;

use function spl_object_id;

/**
 * Gives each handler that runs a request object of its own. Workerman keeps those of short requests and hands the same one to all who send the same
 * bytes: of two handlers that wait, one would get the other's connection and session.
 */
final class OwnRequests
{
    /** @var array<int, TcpConnection> whose handler has a request object now, by the object's number */
    private static array $users = [];

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
        if (!is_callable($handler)) {
            return;
        }
        $connection->onMessage = static function (TcpConnection $connection, mixed $message) use ($handler): void {
            if (!$message instanceof Request) {
                $handler($connection, $message);
                return;
            }
            $number = spl_object_id($message);
            if (isset(self::$users[$number])) {
                $handler($connection, self::another($message, $connection));
                return;
            }
            self::$users[$number] = $connection;
            try {
                $handler($connection, $message);
            } finally {
                unset(self::$users[$number]);
            }
        };
    }

    /** A request object in place of one that a handler has which waits. Workerman has already put the new connection there. */
    private static function another(Request $message, TcpConnection $connection): Request
    {
        $own = clone $message;
        $message->connection = self::$users[spl_object_id($message)];
        $own->destroy();
        $own->connection = $connection;
        return $own;
    }
}

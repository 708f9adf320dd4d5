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
    /** The request object of the handler that began last, and has not returned. */
    private static ?Request $running = null;

    /** The connection of that handler. */
    private static ?TcpConnection $client = null;

    /** @var array<int, TcpConnection> of the handlers that wait, by the number of the request object that each has */
    private static array $waiting = [];

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
            // Another one has begun and not returned: it waits. Most never do, and cost no more than this question.
            if (self::$running !== null) {
                self::$waiting[spl_object_id(self::$running)] = self::$client;
                self::$running = self::$client = null;
            }
            if (self::$waiting !== [] && isset(self::$waiting[spl_object_id($message)])) {
                $handler($connection, self::another($message, $connection));
                return;
            }
            self::$running = $message;
            self::$client = $connection;
            try {
                $handler($connection, $message);
            } finally {
                if (self::$running === $message) {
                    self::$running = self::$client = null;
                } else {
                    unset(self::$waiting[spl_object_id($message)]);
                }
            }
        };
    }

    /** A request object in place of one that a handler has which waits. Workerman has already put the new connection there. */
    private static function another(Request $message, TcpConnection $connection): Request
    {
        $own = clone $message;
        $message->connection = self::$waiting[spl_object_id($message)];
        $own->destroy();
        $own->connection = $connection;
        return $own;
    }
}

<?php

declare(strict_types=1);

namespace Cenote\Workerman;

use Async;
use Cenote\EventLoop\Peer;
use Closure;
use WeakMap;
use Workerman\Connection\TcpConnection;

/**
 * Ends the handlers of a client that hangs up: what they have not committed is rolled back.
 *
 *     $worker->onMessage = HangUps::cancelling(function (TcpConnection $connection, Request $request) use ($pdo): void {
 *         …
 *         HangUps::commit($connection, $pdo);
 *     });
 */
final class HangUps
{
    /** @var ?WeakMap<TcpConnection, self> */
    private static ?WeakMap $known = null;

    /** @var array<int, Async\Coroutine> those in which a handler runs */
    private array $handling = [];

    /**
     * A handler of messages that is cancelled with a ClientLeft, where it waits, once its connection is closed; by whom, is the same. The
     * handler that closes it goes on.
     *
     * @param callable(TcpConnection, mixed): mixed $handler
     * @return Closure(TcpConnection, mixed): void
     */
    public static function cancelling(callable $handler): Closure
    {
        return static function (TcpConnection $connection, mixed $message) use ($handler): void {
            $me = Async\current_coroutine();
            $hangUps = self::of($connection);
            $hangUps->handling[$me->getId()] = $me;
            try {
                $handler($connection, $message);
            } catch (ClientLeft) {
                // Nobody waits for an answer any more.
            } finally {
                unset($hangUps->handling[$me->getId()]);
            }
        };
    }

    /** Whether the client has hung up, also if the loop has not seen it yet. */
    public static function hasLeft(TcpConnection $connection): bool
    {
        return $connection->getStatus() !== TcpConnection::STATUS_ESTABLISHED || Peer::hasHungUp($connection->getSocket());
    }

    /**
     * Commits, unless the client has hung up before. A commit that has begun is carried to its end, whatever the client does.
     *
     * @param object $transaction has a method commit(), as PDO and Doctrine's connections
     * @throws ClientLeft the transaction is open as before; left open, it is rolled back when the coroutine ends
     */
    public static function commit(TcpConnection $connection, object $transaction): void
    {
        self::hasLeft($connection) && throw new ClientLeft('The client has hung up');
        Async\protect(static fn () => $transaction->commit());
    }

    private static function of(TcpConnection $connection): self
    {
        self::$known ??= new WeakMap();
        if (!isset(self::$known[$connection])) {
            self::$known[$connection] = $made = new self();
            $onClose = $connection->onClose;
            $connection->onClose = static function (TcpConnection $connection) use ($made, $onClose): void {
                $made->cancel();
                $onClose === null || $onClose($connection);
            };
        }
        return self::$known[$connection];
    }

    private function cancel(): void
    {
        [$handling, $this->handling] = [$this->handling, []];
        unset($handling[Async\current_coroutine()->getId()]);
        foreach ($handling as $coroutine) {
            $coroutine->cancel(new ClientLeft('The client has hung up'));
        }
    }
}

<?php

declare(strict_types=1);

namespace Live;

use Async\ConsecutiveFailures;
use Async\Pool;
use WeakMap;
use function Async\delay;

/** The pool that the page shows, and the callbacks with which it makes, checks, cleans and closes connections. */
final class ConnectionPool
{
    /** Milliseconds that a request waits in line at most, and how many may wait. */
    public const PATIENCE = 2_000;
    public const LINE = 200;

    /** Failures in a row after which the breaker is inactive, and milliseconds until it recovers. */
    public const THRESHOLD = 5;
    public const COOLDOWN = 2_000;

    public readonly Pool $pool;

    /** @var WeakMap<Connection, true> all that are open */
    private WeakMap $connections;

    public function __construct(private readonly Database $database, private readonly Settings $settings)
    {
        $this->connections = new WeakMap();
        $this->pool = new Pool(
            factory: $this->make(...),
            destructor: fn (Connection $connection) => $connection->close(),
            healthcheck: $this->isAlive(...),
            beforeAcquire: $this->isAlive(...),
            beforeRelease: $this->clean(...),
            min: 1,
            max: $settings->max,
            healthcheckInterval: 3_000,
            acquireTimeout: self::PATIENCE,
            maxLifetime: 120_000,
            idleTimeout: 10_000,
            maxWaiters: self::LINE,
        );
        $this->pool->setCircuitBreakerStrategy(new ConsecutiveFailures(self::THRESHOLD, self::COOLDOWN, 2 * self::COOLDOWN));
    }

    /** Lends a connection to the calling coroutine. */
    public function acquire(): Connection
    {
        $connection = $this->pool->acquire();
        // A connection stays in its slot for life; so it is enough to look once.
        $me = \Async\current_coroutine()->getId();
        foreach ($connection->slot === null ? $this->pool->slots() : [] as $slot) {
            if ($slot['coroutine'] === $me) {
                $connection->slot = $slot['slot'];
            }
        }
        return $connection;
    }

    public function release(Connection $connection): void
    {
        $this->pool->release($connection);
    }

    /** The connection in a slot, if it is known. */
    public function inSlot(int $slot): ?Connection
    {
        foreach ($this->connections as $connection => $_) {
            if ($connection->slot === $slot && !$connection->isBroken) {
                return $connection;
            }
        }
        return null;
    }

    /** Limits the pool anew, at once. */
    public function resize(int $max): void
    {
        $this->pool->resize($max);
    }

    public function close(): void
    {
        $this->pool->close();
    }

    private function make(): Connection
    {
        delay(3 * $this->settings->trip); // a handshake goes to and fro
        $connection = $this->database->connect();
        $this->connections[$connection] = true;
        return $connection;
    }

    private function isAlive(Connection $connection): bool
    {
        delay($this->settings->trip);
        return self::works($connection, $connection->ping(...));
    }

    private function clean(Connection $connection): bool
    {
        delay($this->settings->trip);
        return !$connection->isBroken && self::works($connection, $connection->clean(...));
    }

    private static function works(Connection $connection, callable $try): bool
    {
        try {
            $try();
            return true;
        } catch (\Exception) {
            $connection->isBroken = true;
            return false;
        }
    }
}

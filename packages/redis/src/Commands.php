<?php

declare(strict_types=1);

namespace Cenote\Redis;

use Async;
use Redis;
use RedisException;
use Throwable;
use WeakMap;

/** What PooledRedis does: which call goes to which connection. */
trait Commands
{
    private Async\Pool $pool;

    /** @var list<array{string, array<mixed>}> calls that every connection begins with */
    private array $setup = [];

    /** @var WeakMap<Redis, int> how many of them a connection has had */
    private WeakMap $prepared;

    /** @var WeakMap<Redis, true> connections that nobody gets any more */
    private WeakMap $spoilt;

    /** @var WeakMap<Async\Coroutine, Pin> */
    private WeakMap $pins;

    /** Whether anything but setting up was called. */
    private bool $isUsed = false;

    private bool $isConnected = false;

    /**
     * @param int $max            at most so many connections
     * @param int $acquireTimeout so many ms a command waits for one; 0: indefinitely
     */
    public function __construct(private readonly int $max = 10, private readonly int $acquireTimeout = 0)
    {
        $this->prepared = new WeakMap();
        $this->spoilt = new WeakMap();
        $this->pins = new WeakMap();
        $this->pool = $this->makePool();
    }

    public function __destruct()
    {
        // That of Redis closes a connection; here the pool does.
    }

    /** The pool, to look at its figures. */
    public function getPool(): Async\Pool
    {
        return $this->pool;
    }

    #[\ReturnTypeWillChange]
    public function close(): bool
    {
        $former = $this->pool;
        $this->pool = $this->makePool();
        $former->close();
        return true;
    }

    #[\ReturnTypeWillChange]
    public function isConnected(): bool
    {
        return $this->isConnected;
    }

    #[\ReturnTypeWillChange]
    public function getLastError(): ?string
    {
        return $this->pin()->lastError;
    }

    #[\ReturnTypeWillChange]
    public function clearLastError(): bool
    {
        $this->pin()->lastError = null;
        return true;
    }

    private function makePool(): Async\Pool
    {
        return new Async\Pool(
            factory: fn (): Redis => new Redis(),
            destructor: function (Redis $connection): void {
                try {
                    $connection->close();
                } catch (RedisException) {
                    // It is gone already.
                }
            },
            beforeRelease: fn (Redis $connection): bool => !isset($this->spoilt[$connection]),
            max: $this->max,
            acquireTimeout: $this->acquireTimeout,
        );
    }

    /** @param array<mixed> $arguments */
    private function callPooled(string $name, array $arguments): mixed
    {
        $lower = strtolower($name);
        $isSetup = in_array($lower, ['connect', 'open', 'pconnect', 'popen', 'auth', 'setoption'], true) || ($lower === 'select' && !$this->isUsed);
        if ($isSetup) {
            return $this->setUp($lower, $arguments);
        }
        $this->isUsed = true;
        $pin = $this->pin();
        $connection = $this->take($pin);
        try {
            $this->prepare($connection);
            $this->before($pin, $lower, $arguments);
            $result = $connection->$name(...$arguments);
            if (($result === false || is_array($result)) && ($error = $connection->getLastError()) !== null) {
                $pin->lastError = $error;
                $connection->clearLastError(); // the next false may be no error, and another coroutine's
            }
            $this->after($pin, $lower);
        } catch (Throwable $error) {
            // After an error of the connection, or a cancelled command whose answer is still to come, nobody can use it.
            $this->spoilt[$connection] = true;
            $pin->isInTransaction = $pin->isWatching = $pin->isForGood = false;
            throw $error;
        } finally {
            $pin->isHeld() || $this->giveBack($pin);
        }
        return $result === $connection ? $this : $result;
    }

    /** @param array<mixed> $arguments */
    private function setUp(string $name, array $arguments): mixed
    {
        // The pool keeps connections; a persistent one would be shared by two of its places.
        $name = ['open' => 'connect', 'pconnect' => 'connect', 'popen' => 'connect'][$name] ?? $name;
        if ($name === 'connect') {
            $this->setup = array_values(array_filter($this->setup, fn (array $call): bool => $call[0] !== 'connect'));
            array_unshift($this->setup, [$name, $arguments]);
            $this->close();
        } else {
            $this->setup[] = [$name, $arguments];
        }
        if (($this->setup[0][0] ?? '') !== 'connect') {
            return true; // once there is a connection
        }
        // So that a wrong address or password is told here.
        try {
            $connection = $this->pool->acquire();
            try {
                $result = $this->prepare($connection);
            } catch (Throwable $error) {
                $this->spoilt[$connection] = true;
                throw $error;
            } finally {
                $this->pool->release($connection);
            }
        } catch (Throwable $error) {
            array_splice($this->setup, $name === 'connect' ? 0 : -1, 1);
            throw $error;
        }
        $this->isConnected = true;
        return $result;
    }

    /** Does what a connection has not been told yet. Returns what the last of it has. */
    private function prepare(Redis $connection): mixed
    {
        $result = true;
        $done = $this->prepared[$connection] ?? 0;
        for ($next = $done; $next < count($this->setup); $next++) {
            [$name, $arguments] = $this->setup[$next];
            $result = $connection->$name(...$arguments);
            if ($result === false) {
                throw new RedisException($connection->getLastError() ?? "Redis::$name() failed");
            }
            $this->prepared[$connection] = $next + 1;
        }
        return $result;
    }

    private function pin(): Pin
    {
        return $this->pins[Async\current_coroutine()] ??= new Pin();
    }

    private function take(Pin $pin): Redis
    {
        return $pin->connection ??= $this->pool->acquire();
    }

    private function giveBack(Pin $pin): void
    {
        [$connection, $pin->connection] = [$pin->connection, null];
        $connection === null || $this->pool->release($connection);
    }

    /** @param array<mixed> $arguments */
    private function before(Pin $pin, string $name, array $arguments): void
    {
        $wasHeld = $pin->isHeld();
        $word = $name === 'rawcommand' ? strtolower((string) ($arguments[0] ?? '')) : $name;
        match ($word) {
            'multi', 'pipeline' => $pin->isInTransaction = true,
            'watch' => $pin->isWatching = true,
            'select', 'client' => $pin->isForGood = true,
            default => null,
        };
        if ($name === 'rawcommand' && in_array($word, ['multi', 'watch', 'subscribe', 'psubscribe', 'ssubscribe', 'auth', 'hello', 'monitor'], true)) {
            $pin->isForGood = true;
        }
        if (!$wasHeld && $pin->isHeld()) {
            $this->dropAtEnd($pin);
        }
    }

    private function after(Pin $pin, string $name): void
    {
        if ($name === 'exec' || $name === 'discard') {
            $pin->isInTransaction = $pin->isWatching = false;
        } elseif ($name === 'unwatch') {
            $pin->isWatching = false;
        }
    }

    /** What a coroutine has left open is dropped with its connection. */
    private function dropAtEnd(Pin $pin): void
    {
        Async\current_coroutine()->finally(function () use ($pin): void {
            if ($pin->connection !== null && $pin->isHeld()) {
                $this->spoilt[$pin->connection] = true;
                $this->giveBack($pin);
            }
        });
    }
}

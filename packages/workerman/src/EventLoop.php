<?php

declare(strict_types=1);

namespace Cenote\Workerman;

use Async;
use Cenote\EventLoop\Loop;
use Closure;
use Workerman\Events\EventInterface;

/**
 * Workerman's event loop on coroutines: each event is handled in a coroutine of its own, as with Workerman's Swoole loop, and what
 * waits in a handler (a query, `sleep()`, `file_get_contents()`) holds up nothing else.
 *
 *     Worker::$eventLoopClass = Cenote\Workerman\EventLoop::class;
 */
final class EventLoop implements EventInterface
{
    private static ?Loop $running = null;

    private readonly Loop $loop;

    public function __construct()
    {
        $this->loop = new Loop(isExclusive: false, isEndless: true);
        Drivers::install();
    }

    /** Whether the running code is in a handler or a coroutine, not in the flow of the loop or before it. */
    public static function isInCoroutine(): bool
    {
        return self::$running !== null && self::$running->flow() !== Async\current_coroutine();
    }

    public function delay(float $delay, callable $func, array $args = []): int
    {
        return $this->loop->addTimer($delay, false, static fn () => $func(...$args));
    }

    public function offDelay(int $timerId): bool
    {
        return $this->loop->cancelTimer($timerId);
    }

    public function repeat(float $interval, callable $func, array $args = []): int
    {
        return $this->loop->addTimer($interval, true, static fn () => $func(...$args));
    }

    public function offRepeat(int $timerId): bool
    {
        return $this->loop->cancelTimer($timerId);
    }

    public function onReadable($stream, callable $func): void
    {
        $func = $func instanceof Closure ? $func : $func(...);
        // Its constructor is here for the first time; resumeRecv() comes again.
        $connection = OwnRequests::connection($func);
        if ($connection !== null && $connection->onMessage === null) {
            $this->loop->defer(static fn () => OwnRequests::give($connection));
        }
        $this->loop->onReadable($stream, $func);
    }

    public function offReadable($stream): bool
    {
        return $this->loop->offReadable($stream);
    }

    public function onWritable($stream, callable $func): void
    {
        $this->loop->onWritable($stream, $func instanceof Closure ? $func : $func(...));
    }

    public function offWritable($stream): bool
    {
        return $this->loop->offWritable($stream);
    }

    public function onSignal(int $signal, callable $func): void
    {
        $this->loop->onSignal($signal, $func(...));
    }

    public function offSignal(int $signal): bool
    {
        return $this->loop->offSignal($signal, ignore: true);
    }

    public function deleteAllTimer(): void
    {
        $this->loop->cancelAllTimers();
    }

    public function getTimerCount(): int
    {
        return $this->loop->timers();
    }

    public function run(): void
    {
        self::$running = $this->loop;
        $this->loop->run();
    }

    public function stop(): void
    {
        $this->loop->stop();
    }

    public function setErrorHandler(callable $errorHandler): void
    {
        $this->loop->setErrorHandler($errorHandler(...));
    }
}

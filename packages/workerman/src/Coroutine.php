<?php

declare(strict_types=1);

namespace Cenote\Workerman;

use Async;
use Closure;
use RuntimeException;
use WeakMap;
use Workerman\Coroutine\Coroutine\CoroutineInterface;

/** Workerman's `Coroutine` on ours. */
final class Coroutine implements CoroutineInterface
{
    /** So often may one that was started let others run before its starter goes on. */
    private const PATIENCE = 64;

    /** @var ?WeakMap<Async\Coroutine, self> */
    private static ?WeakMap $known = null;

    private ?Async\Coroutine $coroutine = null;

    /** What it waits for in suspend(). */
    private ?Async\FutureState $resumption = null;

    /** What it has suspended with. */
    private mixed $suspended = null;

    private ?Closure $body;

    public function __construct(?callable $callable = null)
    {
        $this->body = $callable === null ? null : $callable(...);
    }

    public static function create(callable $callable, ...$args): CoroutineInterface
    {
        $made = new self($callable);
        $made->start(...$args);
        return $made;
    }

    /** Runs it until it waits or suspends itself. */
    public function start(mixed ...$args): mixed
    {
        [$body, $this->body] = [$this->body, null];
        if ($body === null) {
            throw new RuntimeException('The coroutine has been started already');
        }
        $this->coroutine = Async\spawn($body, ...$args);
        self::known()[$this->coroutine] = $this;
        return $this->run();
    }

    /** Has it go on after its suspend(), until it waits or suspends itself again. */
    public function resume(mixed ...$args): mixed
    {
        [$resumption, $this->resumption] = [$this->resumption, null];
        if ($resumption === null) {
            throw new RuntimeException('The coroutine is not suspended');
        }
        $resumption->complete($args[0] ?? null);
        return $this->run();
    }

    public function id(): int
    {
        return $this->coroutine?->getId() ?? 0;
    }

    /** Called when the running coroutine ends, the last one first. */
    public static function defer(callable $callable): void
    {
        $current = self::getCurrent()->coroutine;
        $deferred = Deferred::of($current);
        $deferred->add($callable(...));
    }

    public static function suspend(mixed $value = null): mixed
    {
        $me = self::getCurrent();
        $me->suspended = $value;
        $me->resumption = new Async\FutureState();
        return Async\await(new Async\Future($me->resumption));
    }

    public static function getCurrent(): CoroutineInterface
    {
        if (!self::isCoroutine()) {
            throw new RuntimeException('Not in a coroutine');
        }
        $current = Async\current_coroutine();
        if (!isset(self::known()[$current])) {
            $made = new self();
            $made->coroutine = $current;
            self::known()[$current] = $made;
        }
        return self::known()[$current];
    }

    public static function isCoroutine(): bool
    {
        return EventLoop::isInCoroutine() || (self::$known !== null && isset(self::$known[Async\current_coroutine()]));
    }

    /** @return WeakMap<Async\Coroutine, self> */
    private static function known(): WeakMap
    {
        return self::$known ??= new WeakMap();
    }

    /** Lets it run until it waits or suspends itself: it may itself let others run meanwhile, as one that it starts. */
    private function run(): mixed
    {
        $left = self::PATIENCE;
        do {
            Async\suspend();
        } while ($this->coroutine->isQueued() && --$left > 0);
        [$value, $this->suspended] = [$this->suspended, null];
        return $value;
    }
}

<?php
/** Places of the engine from which it calls user code; in each a few steps are made. */

/** A value whose end runs code; in a cycle, the collector does. */
final class Mine
{
    public mixed $self = null;

    public function __construct(private Steps $steps, bool $cycle = false)
    {
        if ($cycle) {
            $this->self = [$this, static fn() => $this];
        }
    }

    public function __destruct()
    {
        $this->steps->end(3);
    }

    public function __toString(): string
    {
        $this->steps->run(2);
        return 'mine';
    }

    public function __get(string $name): mixed
    {
        $this->steps->run(2);
        return null;
    }

    public function __call(string $name, array $arguments): mixed
    {
        $this->steps->run(2);
        return $this;
    }

    public static function __callStatic(string $name, array $arguments): mixed
    {
        World::$only->step();
        return null;
    }

    public function __invoke(mixed ...$arguments): mixed
    {
        $this->steps->run(2);
        return $arguments[0] ?? null;
    }
}

/** A value that runs code while it is packed and unpacked, and whose text has a property that its class does not declare. */
final class Packed
{
    public static array $steps = [];

    public function __construct(private int $of)
    {
    }

    public static function by(Steps $steps): self
    {
        self::$steps[] = $steps;
        return new self(count(self::$steps) - 1);
    }

    public function __serialize(): array
    {
        (self::$steps[$this->of] ?? null)?->run(2);
        return [$this->of];
    }

    public function __unserialize(array $data): void
    {
        $this->of = $data[0];
        (self::$steps[$this->of] ?? null)?->run(2);
    }
}

/** One that declares no properties: what a text says of them is deprecated. */
final class Bare
{
}

/** A cancellation whose end runs code. */
final class LoudCancellation extends Async\AsyncCancellation
{
    public ?Steps $steps = null;

    public function __destruct()
    {
        $this->steps?->end(2);
    }
}

final class LoudException extends Exception
{
    public ?Steps $steps = null;

    public function __destruct()
    {
        $this->steps?->end(2);
    }
}

/** An iterator, array and countable that runs code at each use. */
final class Collection implements IteratorAggregate, ArrayAccess, Countable, JsonSerializable
{
    public function __construct(private Steps $steps)
    {
    }

    public function getIterator(): Iterator
    {
        for ($i = 0; $i < 3; $i++) {
            $this->steps->run(1);
            yield $i => spawn_steps($this->steps);
        }
    }

    public function offsetExists(mixed $offset): bool
    {
        $this->steps->run(1);
        return true;
    }

    public function offsetGet(mixed $offset): mixed
    {
        $this->steps->run(1);
        return $this;
    }

    public function offsetSet(mixed $offset, mixed $value): void
    {
        $this->steps->run(1);
    }

    public function offsetUnset(mixed $offset): void
    {
        $this->steps->run(1);
    }

    public function count(): int
    {
        $this->steps->run(1);
        return 1;
    }

    public function jsonSerialize(): mixed
    {
        $this->steps->run(1);
        return [1];
    }
}

function spawn_steps(Steps $steps): Async\Coroutine
{
    return World::$only->keep(Async\spawn([$steps->child(), 'run'], 3));
}

/** fuzz://: a stream whose every operation runs code; its content is PHP. */
final class FuzzStream
{
    public $context;
    private int $at = 0;
    private const CODE = '<?php World::$only->step(); return static fn() => 1;';

    private function act(): void
    {
        (new Steps(World::$only, World::$only->numbers->split()))->run(2);
    }

    public function stream_open(): bool
    {
        $this->act();
        return true;
    }

    public function stream_read(int $count): string
    {
        $this->act();
        $part = substr(self::CODE, $this->at, min($count, 20));
        $this->at += strlen($part);
        return $part;
    }

    public function stream_write(string $data): int
    {
        $this->act();
        return strlen($data);
    }

    public function stream_eof(): bool
    {
        return $this->at >= strlen(self::CODE);
    }

    public function stream_stat(): array
    {
        return [];
    }

    public function stream_set_option(): bool
    {
        return false;
    }

    public function stream_close(): void
    {
        // Not when the engine closes what the request left open: an error there crashes stock PHP (docs/reports/compatibility.md).
        if (count(debug_backtrace(0, 2)) > 1) {
            $this->act();
        }
    }

    public function url_stat(): array
    {
        return [];
    }
}
stream_wrapper_register('fuzz', FuzzStream::class);

/** Keeps what it sees between calls. */
final class Cached
{
    private static array $seen = [];

    public static function see(mixed $thing): void
    {
        static $last;
        $last = $thing;
        self::$seen[] = $thing;
        if (count(self::$seen) > 5) {
            array_shift(self::$seen);
        }
    }
}

spl_autoload_register(static function (string $class): void {
    (new Steps(World::$only, World::$only->numbers->split()))->run(2);
    if (preg_match('/^Lazy\d+$/', $class)) {
        eval("final class $class { public static function act(mixed ...\$x): mixed { return \$x[0] ?? null; } }");
    }
});

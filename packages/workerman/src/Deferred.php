<?php

declare(strict_types=1);

namespace Cenote\Workerman;

use Async;
use Closure;
use WeakMap;

/** What a coroutine has left for its end. */
final class Deferred
{
    /** @var ?WeakMap<Async\Coroutine, self> */
    private static ?WeakMap $known = null;

    /** @var list<Closure> */
    private array $callbacks = [];

    public static function of(Async\Coroutine $coroutine): self
    {
        self::$known ??= new WeakMap();
        if (!isset(self::$known[$coroutine])) {
            self::$known[$coroutine] = $made = new self();
            $coroutine->finally($made->run(...));
        }
        return self::$known[$coroutine];
    }

    public function add(Closure $callback): void
    {
        $this->callbacks[] = $callback;
    }

    private function run(): void
    {
        while (($callback = array_pop($this->callbacks)) !== null) {
            $callback();
        }
    }
}

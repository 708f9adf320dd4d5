<?php
use function Async\{await, await_all, await_all_or_fail, coroutines, current_coroutine, delay, protect, spawn, suspend, timeout};

/** Random steps of one flow. */
final class Steps
{
    use Belonging;

    public function __construct(private World $world, private Numbers $numbers)
    {
    }

    public function child(): self
    {
        return new self($this->world, $this->numbers->split());
    }

    /** Up to `$most` steps. Exceptions of a step are caught most of the time, in different ways. */
    public function run(int $most): mixed
    {
        for ($i = $this->numbers->below($most) + 1; $i > 0 && $this->world->step(); $i--) {
            $step = $this->numbers->pick(self::all());
            if (getenv('FUZZ_TRACE')) {
                fprintf(STDERR, "[%d] %s\n", current_coroutine()->getId(), $step);
            }
            switch ($this->numbers->below(8)) {
                case 0:
                    $this->$step();
                    break;
                case 1:
                    try {
                        $this->$step();
                    } finally {
                        $this->world->step() && $this->{$this->numbers->pick(self::all())}();
                    }
                    break;
                case 2:
                    try {
                        $this->$step();
                    } catch (Exception) {
                    }
                    break;
                default:
                    try {
                        $this->$step();
                    } catch (Throwable $error) {
                        $this->numbers->one_in(4) && $this->world->keep($error);
                    }
            }
        }
        return $this->value();
    }

    /** The steps of a value that ends. */
    public function end(int $most): void
    {
        if (!$this->world->quiet_ends) {
            $this->run($most);
            return;
        }
        try {
            $this->world->open && spawn([$this->child(), 'run'], $most);
        } catch (Throwable) {
        }
    }

    private static function all(): array
    {
        static $all;
        if ($all === null) {
            $names = array_map(static fn($method) => $method->name, (new ReflectionClass(self::class))->getMethods());
            $all = array_values(array_filter($names, static fn($name) => str_starts_with($name, 'step_')));
            $favourites = defined('FAVOURITES') ? self::{FAVOURITES}() : [];
            for ($i = intdiv(count($all), max(1, count($favourites))); $favourites && $i > 0; $i--) {
                $all = [...$all, ...$favourites];
            }
        }
        return $all;
    }

    private function value(): mixed
    {
        return match ($this->numbers->below(9)) {
            0 => 1, 1 => 'text', 2 => null, 3 => [1, [2]], 4 => new stdClass(), 5 => 1.5,
            6 => new Mine($this->child()),
            7 => $this->numbers->pick($this->world->kept),
            8 => str_repeat('x', 100),
        };
    }

    private function error(): Throwable
    {
        $error = $this->numbers->one_in(2) ? new LoudException('loud') : new RuntimeException('plain');
        if ($error instanceof LoudException) {
            $error->steps = $this->child();
        }
        return $error;
    }

    /** A callable of any kind. */
    private function callable(): callable
    {
        $child = $this->child();
        return match ($this->numbers->below(9)) {
            0, 1, 2 => fn(mixed ...$x) => $child->run(3),
            3 => [$child, 'run_any'],
            4 => $child->run_any(...),
            5 => new Mine($child),
            6 => [new Mine($child), 'anything'],
            7 => 'Lazy' . $this->numbers->below(1000) . '::act',
            8 => [Mine::class, 'nothing'],
        };
    }

    public function run_any(mixed ...$ignored): mixed
    {
        return $this->run(3);
    }

    private function cancel_side(): ?Async\Completable
    {
        return match ($this->numbers->below(4)) {
            0 => timeout($this->numbers->below(4)),
            1 => $this->world->coroutine($this->numbers),
            default => null,
        };
    }

    private function one_future(): array
    {
        if (!$this->world->futures || $this->numbers->one_in(4)) {
            $state = new Async\FutureState();
            $this->world->futures[] = [$state, new Async\Future($state)];
        }
        return $this->numbers->pick($this->world->futures);
    }

    private function completable(): Async\Completable
    {
        return match ($this->numbers->below(4)) {
            0 => $this->one_future()[1],
            1 => timeout($this->numbers->below(3)),
            2 => $this->world->coroutine($this->numbers) ?? spawn_steps($this),
            3 => spawn_steps($this),
        };
    }

    private function channel(): Async\Channel
    {
        if (!$this->world->channels || $this->numbers->one_in(5)) {
            $this->world->channels[] = new Async\Channel($this->numbers->below(3));
        }
        return $this->numbers->pick($this->world->channels);
    }

    /** @return array{Async\Pool, int} the pool and its key */
    private function pool(): array
    {
        if (!$this->world->pools || (count($this->world->pools) < 6 && $this->numbers->one_in(6))) {
            $hook = fn() => $this->numbers->one_in(3) ? $this->callable() : null;
            $min = $this->numbers->below(3);
            $factory = $this->numbers->one_in(3) ? $this->callable() : fn() => $this->value();
            $pool = new Async\Pool(
                $factory, $hook(), $hook(), $hook(), $hook(), $min, $min + 1 + $this->numbers->below(3),
                $this->numbers->pick([0, 1, 2]), $this->numbers->pick([0, 1, 5]), $this->numbers->pick([0, 0, 1]),
                $this->numbers->pick([0, 0, 1]), $this->numbers->pick([0, 0, 2]), 1 + $this->numbers->below(2),
            );
            $this->world->pools[] = [$pool, []];
        }
        $key = array_rand_key($this->world->pools, $this->numbers);
        return [$this->world->pools[$key][0], $key];
    }

    // ------------------------------------------------------------------ coroutines

    private function step_spawn(): void
    {
        $coroutine = spawn($this->callable(), $this->value());
        $this->numbers->one_in(3) || $this->world->keep($coroutine);
    }

    private function step_spawn_steps(): void
    {
        spawn_steps($this);
    }

    private function step_suspend(): void
    {
        suspend();
    }

    private function step_delay(): void
    {
        delay($this->numbers->below(3));
    }

    private function step_await(): void
    {
        await($this->completable(), $this->cancel_side());
    }

    private function step_await_many(): void
    {
        $all = $this->numbers->one_in(4)
            ? new Collection($this->child())
            : [$this->completable(), 'b' => $this->completable()];
        $this->numbers->one_in(2) ? await_all($all, $this->cancel_side()) : await_all_or_fail($all, $this->cancel_side());
    }

    private function step_cancel(): void
    {
        $cancellation = null;
        if ($this->numbers->one_in(2)) {
            $cancellation = new LoudCancellation('loud');
            $cancellation->steps = $this->child();
        }
        ($this->world->coroutine($this->numbers) ?? current_coroutine())->cancel($cancellation);
    }

    private function step_protect(): void
    {
        protect($this->callable());
    }

    private function step_on_finally(): void
    {
        ($this->world->coroutine($this->numbers) ?? current_coroutine())->onFinally($this->callable());
    }

    private function step_look(): void
    {
        foreach (coroutines() as $coroutine) {
            $coroutine->getTrace();
            $coroutine->getSpawnLocation();
            $coroutine->getException();
            $coroutine->isSuspended();
        }
    }

    private function step_send(): void
    {
        $this->channel()->send($this->value());
    }

    private function step_receive(): void
    {
        $this->world->keep($this->channel()->recv());
    }

    private function step_close_channel(): void
    {
        $this->numbers->one_in(3) && $this->channel()->close();
    }

    private function step_complete(): void
    {
        [$state] = $this->one_future();
        $this->numbers->one_in(3) ? $state->error($this->error()) : $state->complete($this->value());
    }

    private function step_forget(): void
    {
        $list = $this->numbers->pick(['kept', 'channels', 'futures', 'fibers', 'generators', 'scopes', 'groups']);
        if ($this->world->$list) {
            unset($this->world->$list[array_rand_key($this->world->$list, $this->numbers)]);
        }
    }

    // ------------------------------------------------------------------ pools

    private function step_acquire(): void
    {
        [$pool, $key] = $this->pool();
        $resource = $this->numbers->one_in(3) ? $pool->tryAcquire() : $pool->acquire($this->numbers->below(4));
        if ($this->numbers->one_in(4)) {
            $this->world->pools[$key][1][] = $resource;
            return;
        }
        try {
            $this->run(3);
        } finally {
            $pool->release($resource);
        }
    }

    private function step_release(): void
    {
        [$pool, $key] = $this->pool();
        $pool->release(isset($this->world->pools[$key]) ? array_pop($this->world->pools[$key][1]) : null);
    }

    private function step_check(): void
    {
        [$pool] = $this->pool();
        $this->world->check_pool($pool);
    }

    private function step_break_pool(): void
    {
        [$pool] = $this->pool();
        match ($this->numbers->below(6)) {
            0 => $pool->deactivate(),
            1 => $pool->recover(),
            2, 3 => $pool->activate(),
            4 => $pool->setCircuitBreakerStrategy($this->numbers->pick([
                null, new Async\ConsecutiveFailures(2, 1, 2), new Async\FailureRate(0.5, 2, 5, 1, 2), new Strategy($this->child()),
            ])),
            5 => $this->numbers->one_in(3) && $pool->close(),
        };
    }

    private function step_forget_pool(): void
    {
        if ($this->world->pools && $this->numbers->one_in(3)) {
            unset($this->world->pools[array_rand_key($this->world->pools, $this->numbers)]);
        }
    }

    // ------------------------------------------------------------------ the engine

    private function step_throw(): void
    {
        throw $this->error();
    }

    private function step_collect(): void
    {
        new Mine($this->child(), true);
        $this->numbers->one_in(2) && gc_collect_cycles();
    }

    private function step_fiber(): void
    {
        $fiber = new Fiber(function () {
            $this->world->fiber_ids[] = Fiber::getCurrent()->getCoroutine()->getId();
            $this->run(2);
            $this->numbers->one_in(2) && Fiber::suspend($this->value());
            return $this->run(2);
        });
        $this->world->fibers[] = $fiber;
        $fiber->start();
    }

    private function step_resume_fiber(): void
    {
        $fiber = $this->numbers->pick($this->world->fibers);
        $this->numbers->one_in(3) ? $fiber?->throw($this->error()) : $fiber?->resume();
    }

    /** Not inside of eval() or an included file: the variables there are counted twice by PHP's own collector, which its assertions do not stand. */
    private function step_suspend_fiber(): void
    {
        $functions = array_column(debug_backtrace(DEBUG_BACKTRACE_IGNORE_ARGS), 'function');
        if (array_intersect(['eval', 'include'], $functions) === []) {
            Fiber::suspend(1);
        }
    }

    private function step_generator(): void
    {
        $this->world->generators[] = (function () {
            try {
                yield 1;
                $this->run(2);
                yield from new Collection($this->child());
            } finally {
                $this->end(2);
            }
        })();
    }

    private function step_advance_generator(): void
    {
        if (!$this->world->generators) {
            return;
        }
        // One flow at a time: two in one `yield from` crash stock PHP, with Fibers too.
        $key = array_rand_key($this->world->generators, $this->numbers);
        $generator = $this->world->generators[$key];
        unset($this->world->generators[$key]);
        $this->numbers->one_in(4) ? $generator->throw($this->error()) : $generator->next();
        $this->world->generators[] = $generator;
    }

    private function step_buffer(): void
    {
        match ($this->numbers->below(4)) {
            0 => ob_start(),
            1 => ob_start(function (string $text) {
                $this->numbers->one_in(3) && $this->run(2);
                return $text;
            }, $this->numbers->below(3)),
            2 => ob_get_level() && ob_get_clean(),
            3 => ob_get_level() && ob_end_flush(),
        };
        echo 'x';
    }

    private function step_error_handler(): void
    {
        match ($this->numbers->below(4)) {
            0 => set_error_handler(fn() => $this->run(2)),
            1 => set_error_handler(static fn($no, $text) => throw new ErrorException($text)),
            2, 3 => restore_error_handler(),
        };
    }

    private function step_exception_handler(): void
    {
        match ($this->numbers->below(3)) {
            0 => set_exception_handler(fn() => $this->run(2)),
            1, 2 => restore_exception_handler(),
        };
    }

    private function step_warning(): void
    {
        $this->numbers->one_in(2) ? @trigger_error('quiet') : trigger_error('loud', E_USER_WARNING);
    }

    private function step_silenced(): void
    {
        @$this->run(2);
    }

    private function step_sort(): void
    {
        $list = [3, 1, 2, 5, 4];
        usort($list, function ($a, $b) {
            $this->numbers->one_in(3) && $this->run(1);
            return $a <=> $b;
        });
    }

    private function step_called_back(): void
    {
        $f = $this->callable();
        match ($this->numbers->below(5)) {
            0 => array_map($f, [1, 2]),
            1 => preg_replace_callback('/./', fn() => $f() ? 'a' : 'b', 'xy'),
            2 => call_user_func_array($f, [1]),
            3 => iterator_apply(new ArrayIterator([1, 2]), $f, [1]),
            4 => array_walk_recursive($GLOBALS['nested'], $f),
        };
    }

    private function step_magic(): void
    {
        $mine = new Mine($this->child());
        $many = new Collection($this->child());
        match ($this->numbers->below(9)) {
            0 => "$mine", 1 => $mine->nothing, 2 => $mine->call()->call(), 3 => count($many), 4 => $many[1][2],
            5 => isset($many[1]), 6 => [...$many], 7 => json_encode($many), 8 => iterator_to_array($many),
        };
    }

    private function step_stream(): void
    {
        $this->numbers->one_in(2) ? include 'fuzz://code' : file_put_contents('fuzz://code', 'text');
    }

    private function step_remember(): void
    {
        Cached::see($this->value());
        $this->world->map[$this->world->coroutine($this->numbers) ?? current_coroutine()] = $this->value();
        $this->world->keep(WeakReference::create($this->pool()[0]));
    }

    private function step_print(): void
    {
        $thing = $this->numbers->pick([$this->pool()[0], $this->channel(), current_coroutine(), $this->completable()]);
        match ($this->numbers->below(5)) {
            0 => print_r($thing, true), 1 => var_export($thing, true), 2 => (array) $thing,
            3 => serialize($thing), 4 => clone $thing,
        };
    }

    /** The engine tells an error handler of something while it is in the middle of its work. */
    private function with_handler(Closure $body): mixed
    {
        $child = $this->child();
        set_error_handler(function () use ($child): bool {
            $child->run(2);
            return true;
        });
        try {
            return $body();
        } finally {
            restore_error_handler();
        }
    }

    /** PHP itself has an error handler's unserialize() go on in the one that called the handler: not in the same flow, then. */
    private function alone(Closure $body): void
    {
        static $inside = null;
        $inside ??= new WeakMap();
        $flow = Fiber::getCurrent() ?? current_coroutine();
        if (isset($inside[$flow])) {
            return;
        }
        $inside[$flow] = true;
        try {
            $body();
        } finally {
            unset($inside[$flow]);
        }
    }

    private function step_pack(): void
    {
        $this->alone($this->pack(...));
    }

    private function step_unpack(): void
    {
        $this->alone($this->unpack(...));
    }

    private function pack(): void
    {
        $shared = new stdClass();
        $text = serialize([$shared, Packed::by($this->child()), $shared]);
        $this->numbers->one_in(2) && $text = serialize(new ArrayObject([Packed::by($this->child()), Packed::by($this->child())]));
        $got = unserialize($text);
        if (is_array($got) && $got[0] !== $got[2]) {
            echo "FAULT: a reference was lost\n";
        }
    }

    private function unpack(): void
    {
        $name = 'name' . $this->numbers->below(1000000);
        $text = sprintf('a:3:{i:0;O:8:"stdClass":1:{s:4:"name";s:%d:"%s";}i:1;O:4:"Bare":1:{s:3:"old";i:1;}i:2;r:2;}', strlen($name), $name);
        $got = $this->with_handler(fn() => unserialize($text));
        if (is_array($got) && ($got[0] !== $got[2] || $got[0]->name !== $name)) {
            echo "FAULT: a reference is to another's object\n";
        }
    }

    private function step_compile(): void
    {
        static $number = 0;
        $name = 'compiled' . $number++;
        match ($this->numbers->below(5)) {
            0, 1 => $this->with_handler(fn() => eval("function $name(\$a = 1, \$b) { return '$name'; } return '$name';")) === $name
                || print("FAULT: eval returned another's value\n"),
            2 => $this->with_handler(fn() => eval("class $name implements Countable { function count() { return 1; } } return 1;")),
            3 => $this->with_handler(fn() => include 'fuzz://code'),
            4 => eval("class $name { const A = Lazy" . $this->numbers->below(1000) . "::class; const B = self::A; } return $name::B;"),
        };
    }

    /** PHP itself does not stand one of these inside another. */
    private function step_scan(): void
    {
        static $inside = false;
        if ($inside) {
            return;
        }
        $inside = true;
        try {
            $this->scan();
        } finally {
            $inside = false;
        }
    }

    private function scan(): void
    {
        match ($this->numbers->below(4)) {
            0 => $this->with_handler(fn() => parse_ini_string("[a]\nb = 1\nc = (\n", true)),
            1 => $this->scan_with_output(),
            2 => $this->sort_many(),
            3 => $this->with_handler(fn() => fopen('fuzz://code', 'r')),
        };
    }

    private function scan_with_output(): void
    {
        $child = $this->child();
        ob_start(function (string $text) use ($child): string {
            error_reporting(E_ALL); // highlight_string() has switched off all but E_ERROR
            $child->run(1);
            return '';
        }, 1);
        try {
            highlight_string('<?php echo "a", $b;');
        } finally {
            ob_end_clean();
        }
    }

    private function sort_many(): void
    {
        $names = [new Mine($this->child()), new Mine($this->child()), 'a'];
        $others = [1, 2, 3];
        array_multisort($names, SORT_STRING, $others);
    }

    private function step_encode(): void
    {
        json_encode([new Collection($this->child()), [new Collection($this->child())]], 0, 1 + $this->numbers->below(5));
    }

    private function step_misuse(): void
    {
        eval($this->numbers->pick([
            'syntax error', 'undefined_function();', 'new Undefined;', '(function (int $x) {})("a");', 'throw new Exception;',
            'Async\spawn("nothing");', 'Async\await(1);', 'Async\delay(-1);', 'new Async\Coroutine;', 'return 1 / 0;',
            'Async\await(x: 1, y: 2);', 'new Async\Channel(-1);', '(new ReflectionClass("Async\Pool"))->newInstanceWithoutConstructor()->acquire();',
        ]));
    }

    private function step_shutdown_function(): void
    {
        $this->numbers->one_in(3) && register_shutdown_function($this->callable());
    }

    private function step_end(): void
    {
        if ($this->numbers->one_in(12)) {
            match ($this->numbers->below(4)) {
                0, 1 => $this->exit(),
                2 => trigger_error('fatal', E_USER_ERROR),
                3 => eval('class Twice {} class Twice {}'),
            };
        }
    }

    private function exit(): never
    {
        $this->world->exits = true;
        exit($this->numbers->below(2));
    }

    private function step_memory(): void
    {
        if ($this->numbers->one_in(20)) {
            ini_set('memory_limit', (string) (memory_get_usage() + (1 << 20)));
            $list = [];
            for ($i = 0; $i < 100; $i++) {
                $list[] = str_repeat('x', 20000);
                $this->numbers->one_in(20) && $this->run(2);
            }
            ini_set('memory_limit', '-1');
        }
    }
}

$nested = [1, [2, [3]]];

/** A strategy that runs code. */
final class Strategy implements Async\CircuitBreakerStrategy
{
    public function __construct(private Steps $steps)
    {
    }

    public function reportSuccess(mixed $source): void
    {
        $this->steps->run(2);
    }

    public function reportFailure(mixed $source, Throwable $error): void
    {
        $this->steps->run(2);
    }

    public function shouldRecover(): bool
    {
        return $this->steps->run(1) !== null;
    }

    public function reportCreateFailure(mixed $source, Throwable $error): void
    {
        $this->steps->run(2);
    }
}

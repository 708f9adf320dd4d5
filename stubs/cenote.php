<?php

/**
 * What the extension cenote declares, for editors and static analysers. Not to be loaded.
 *
 * The signatures are made from the extension's own by `make stubs`; the comments are written here.
 */

namespace Async
{
    /**
     * The number of CPUs that this process may use: by its affinity and the quota of its control groups, rounded up. At least 1.
     */
    function available_parallelism(): int {}

    /**
     * Waits for a coroutine, a future or a timeout and returns its value, or throws its error. Returns at once if it has ended. Can be
     * called any number of times. A cancelled coroutine throws its AsyncCancellation.
     *
     *     $row = Async\await($task, Async\timeout(500)); // for 500 ms at most; $task goes on
     *
     * @template T
     * @param Coroutine<T>|Future<T>|Timeout $awaitable    what to wait for
     * @param ?Completable                   $cancellation the token: ends the wait (not $awaitable) when it ends
     * @return T
     * @throws OperationCanceledException if the token ended first; getPrevious() is its error
     * @throws AsyncCancellation          if the waiting coroutine is cancelled
     * @throws DeadlockError              in the main flow, if nobody can ever go on
     */
    function await(\Async\Completable $awaitable, ?\Async\Completable $cancellation = null): mixed {}

    /**
     * Waits until all triggers have ended, with a value or an error.
     *
     *     [$results, $errors] = Async\await_all(['a' => $first, 'b' => $second]);
     *
     * @param iterable<array-key, ?Awaitable> $triggers
     * @param ?Awaitable                      $cancellation     the token: ends the wait (not the triggers) when it ends
     * @param bool                            $preserveKeyOrder true: in the order of the triggers; false: in the order of ending
     * @param bool                            $fillNull         whether results have null for each trigger without a value
     * @return array{array<array-key, mixed>, array<array-key, \Throwable>} results and errors, each under the key of its trigger
     * @throws OperationCanceledException if the token ended first
     */
    function await_all(iterable $triggers, ?\Async\Awaitable $cancellation = null, bool $preserveKeyOrder = true, bool $fillNull = false): array {}

    /**
     * Waits until all triggers have a value, or throws the first error. The others go on then, and their errors are ignored.
     *
     *     $rows = Async\await_all_or_fail(array_map(fn (int $id) => Async\spawn(load(...), $id), $ids));
     *
     * @param iterable<array-key, ?Awaitable> $triggers
     * @param ?Awaitable                      $cancellation     the token: ends the wait (not the triggers) when it ends
     * @param bool                            $preserveKeyOrder true: in the order of the triggers; false: in the order of ending
     * @return array<array-key, mixed> the values by key
     * @throws \Throwable                 the first error
     * @throws OperationCanceledException if the token ended first
     */
    function await_all_or_fail(iterable $triggers, ?\Async\Awaitable $cancellation = null, bool $preserveKeyOrder = true): array {}

    /**
     * Waits until $count triggers have values, or all have ended. The others go on.
     *
     *     [$results, $errors] = Async\await_any_of(2, $replicas); // a quorum of two
     *
     * @param int                             $count            how many values are needed
     * @param iterable<array-key, ?Awaitable> $triggers
     * @param ?Awaitable                      $cancellation     the token: ends the wait (not the triggers) when it ends
     * @param bool                            $preserveKeyOrder true: in the order of the triggers; false: in the order of ending
     * @param bool                            $fillNull         whether results have null for each trigger without a value
     * @return array{array<array-key, mixed>, array<array-key, \Throwable>} results and errors, each under the key of its trigger
     * @throws \ValueError                for a negative $count
     * @throws OperationCanceledException if the token ended first
     */
    function await_any_of(int $count, iterable $triggers, ?\Async\Awaitable $cancellation = null, bool $preserveKeyOrder = true, bool $fillNull = false): array {}

    /**
     * Waits until $count triggers have ended, or throws the first error among them. The others go on.
     *
     *     $two = Async\await_any_of_or_fail(2, $replicas);
     *
     * @param int                             $count            how many are needed
     * @param iterable<array-key, ?Awaitable> $triggers
     * @param ?Awaitable                      $cancellation     the token: ends the wait (not the triggers) when it ends
     * @param bool                            $preserveKeyOrder true: in the order of the triggers; false: in the order of ending
     * @return array<array-key, mixed> the values by key
     * @throws \ValueError                for a negative $count
     * @throws OperationCanceledException if the token ended first
     */
    function await_any_of_or_fail(int $count, iterable $triggers, ?\Async\Awaitable $cancellation = null, bool $preserveKeyOrder = true): array {}

    /**
     * Waits until one trigger has ended: returns its value, or throws its error. Null for no triggers. The others go on.
     *
     *     $fastest = Async\await_any_or_fail([Async\spawn(ask(...), $mirror1), Async\spawn(ask(...), $mirror2)]);
     *
     * @param iterable<array-key, ?Awaitable> $triggers
     * @param ?Awaitable                      $cancellation the token: ends the wait (not the triggers) when it ends
     * @throws OperationCanceledException if the token ended first
     */
    function await_any_or_fail(iterable $triggers, ?\Async\Awaitable $cancellation = null): mixed {}

    /**
     * Waits until one trigger has a value, or all have failed. The others go on.
     *
     *     [$value, $errors] = Async\await_first_success([$primary, $replica]);
     *
     * @param iterable<array-key, ?Awaitable> $triggers
     * @param ?Awaitable                      $cancellation the token: ends the wait (not the triggers) when it ends
     * @return array{mixed, array<array-key, \Throwable>} the value (null if all failed), and the errors until then
     * @throws OperationCanceledException if the token ended first
     */
    function await_first_success(iterable $triggers, ?\Async\Awaitable $cancellation = null): array {}

    /** The running coroutine's own context, which other coroutines do not inherit. */
    function coroutine_context(): \Async\Context {}

    /**
     * The coroutines that have not ended, for a look at what a program is doing. The main flow is one of them.
     *
     *     foreach (Async\coroutines() as $coroutine) {
     *         echo $coroutine->getId(), ' from ', $coroutine->getSpawnLocation(), "\n";
     *     }
     *
     * @return list<Coroutine>
     */
    function coroutines(): array {}

    /** The context of the running coroutine's scope. */
    function current_context(): \Async\Context {}

    /**
     * The coroutine that runs; in the main script an object for the main flow.
     *
     *     echo Async\current_coroutine()->getId();
     */
    function current_coroutine(): \Async\Coroutine {}

    /**
     * Waits without holding up others. 0 is the same as suspend().
     *
     *     Async\delay(250); // a quarter of a second
     *
     * @param int $ms milliseconds
     * @throws \ValueError       for a negative number
     * @throws AsyncCancellation if the coroutine is cancelled meanwhile
     */
    function delay(int $ms): void {}

    /**
     * The coroutines that have not ended, in order of creation. The main flow is one of them from the first use of a function that can
     * wait or spawn; `coroutines()` always has it.
     *
     * @return list<Coroutine>
     */
    function get_coroutines(): array {}

    /**
     * Cancels every coroutine, the main script and the caller included. The caller goes on to its next wait. When all have ended, the script
     * ends with exit code 0. A second call does nothing.
     *
     *     Async\await(Async\signal(Async\Signal::SIGTERM));
     *     Async\graceful_shutdown();
     *
     * @param ?AsyncCancellation $cancellationError what is thrown where they wait
     */
    function graceful_shutdown(?\Async\AsyncCancellation $cancellationError = null): void {}

    /**
     * Whether the running coroutine has nothing that would end with it: no connection, context, callback, error handler, output buffer or
     * other value of its own, and nobody holds it or has asked for current_coroutine(). Then another task may run in it as in a new one,
     * which saves the cost of a coroutine. For event loops. In a Fiber it says the same of the Fiber. False in the main flow.
     *
     *     do {
     *         $callbacks->dequeue()();
     *     } while (!$callbacks->isEmpty() && Async\is_pristine());
     */
    function is_pristine(): bool {}

    /**
     * Gives each coroutine `$_GET`, `$_POST`, `$_COOKIE`, `$_FILES`, `$_SERVER`, `$_REQUEST` and `$_SESSION` of its own, which from then on
     * begin as its spawner's. For servers that handle a request in a coroutine. On the command line each collects headers of its own besides, by
     * header(), setcookie() and http_response_code(), and begins with none; headers_list() returns them. Not isolated: `$_ENV`, what `filter_input()` reads, and
     * `$_SESSION` once session_start() has been called.
     *
     *     Async\isolate_superglobals();
     *     Async\spawn(function () use ($request) { $_GET = $request->getQueryParams(); … });
     */
    function isolate_superglobals(): void {}

    /**
     * Calls back for each element, several at a time, and returns when all calls have ended. A callback that returns false ends it; one that
     * throws has the other calls cancelled, and its exception is thrown.
     *
     *     Async\iterate($urls, function (string $url, int $n) { file_put_contents("page$n", file_get_contents($url)); }, concurrency: 10);
     *
     * @template K
     * @template V
     * @param iterable<K, V>        $iterable      an array as it is now, or a Traversable, whose methods may wait
     * @param callable(V, K): mixed $callback
     * @param int                   $concurrency   how many calls are under way at once at most; 0: any number
     * @param bool                  $cancelPending whether coroutines that the callbacks have spawned and left running are cancelled at the end;
     *                                             they are waited for in any case
     * @throws \ValueError if $concurrency is negative
     */
    function iterate(iterable $iterable, callable $callback, int $concurrency = 0, bool $cancelPending = true): void {}

    /**
     * Gives each coroutine a value of its own of static properties, which from then on begins as its spawner's. For code that keeps
     * there what belongs to one line of work: the current user, or a flag that it switches off around a callback which may wait.
     *
     *     Async\make_coroutine_local(Report::class, 'currentUser', 'isQuiet');
     *
     * @param string $class         a class of the script; one below it with a property of the same name has to be named as well
     * @param string ...$properties without the dollar sign; private and protected ones too
     * @throws \ValueError if there is no such class or static property
     */
    function make_coroutine_local(string $class, string ...$properties): void {}

    /**
     * Measures how long coroutines run between two waits, in CPU time of this process: long runs hold up everybody's timers. Costs
     * nothing while it is off.
     *
     *     Async\measure_slices(true);
     *     run_the_work();
     *     print_r(Async\measure_slices(false));
     *
     * @param bool $on true: begins anew; false: ends it
     * @return array{count?: int, p99?: float, longest?: float, longestUntil?: ?string, longestRuns?: list<array{wall: float, cpu: float, function: ?string, systemCall: ?string, place: ?string, until: ?string, coroutine: int}>} what was measured before this call, times in ms, and
     *     the place of the wait that ended the longest run; longestRuns are those by the wall clock, as on_blocking() tells them; empty if
     *     nothing was measured
     */
    function measure_slices(bool $on): array {}

    /**
     * Sets a function that is told of each run of a coroutine that was longer than `cenote.block_threshold_ms` while others could have run.
     * It is called in a coroutine of its own, after the run.
     *
     *     Async\on_blocking(fn (array $run) => $histogram->observe($run['wall'], [$run['function'] ?? $run['place']]));
     *
     * The array has `wall` and `cpu` in ms; `function`: the function of an extension in which the time was spent, or null; `systemCall`: in
     * which call of the kernel it was seen there; `place`: file and line of that call, or where PHP code was seen; `until`: of the wait that
     * ended the run; `coroutine`: its id.
     *
     * @param ?callable(array{wall: float, cpu: float, function: ?string, systemCall: ?string, place: ?string, until: ?string, coroutine: int}): void $callback null: nobody is told
     */
    function on_blocking(?callable $callback): void {}

    /**
     * Holds a cancellation back until the callable has ended; then it is thrown.
     *
     *     Async\protect(function () use ($pdo): void {
     *         $pdo->exec('UPDATE stock SET n = n - 1');
     *         $pdo->exec('INSERT INTO sale DEFAULT VALUES'); // a cancellation between the two waits
     *     });
     *
     * @return mixed what the callable returned
     */
    function protect(\Closure $closure): mixed {}

    /** Null: stock PHP has no server that sets one. */
    function request_context(): ?\Async\Context {}

    /** The context of the main scope. */
    function root_context(): \Async\Context {}

    /**
     * Figures of the runtime by the names that other systems of coroutines use; 0 for what cenote does not have.
     *
     * @return array{coroutines_total: int, coroutines_active: int, microtasks_queue: int, coroutine_queue: int, resumed_queue: int, fiber_pool_count: int, fiber_pool_capacity: int, fiber_pool_min: int, fiber_stack_size: int, fiber_pool_virtual_bytes: int}
     */
    function runtime_stats(): array {}

    /**
     * Completes a Future with the case when the signal arrives next. Needs no pcntl; handlers of `pcntl_signal()` run as well. Without a
     * pending Future the signal has its usual effect again. Keeps the script alive only while the Future is awaited.
     *
     *     Async\await(Async\signal(Async\Signal::SIGTERM));
     *
     * @param Signal       $signal
     * @param ?Completable $cancellation the token: fails the Future when it ends, with its own error if it has one
     * @return Future<Signal> fails with an AsyncException for a signal that cannot be handled here
     */
    function signal(\Async\Signal $signal, ?\Async\Completable $cancellation = null): \Async\Future {}

    /**
     * Starts a coroutine. It is put at the end of the run queue and begins when the caller first waits.
     *
     *     $task = Async\spawn(fn (int $a, int $b): int => $a + $b, 2, 3);
     *     echo Async\await($task); // 5
     *
     * @template T
     * @param callable(mixed...): T $task what it runs
     * @param mixed ...$args              what it is called with; named arguments by name
     * @return Coroutine<T>
     * @throws \Error after the script's end has begun, or when no stack can be had (see vm.max_map_count)
     */
    function spawn(callable $task, mixed ...$args): \Async\Coroutine {}

    /**
     * Starts a coroutine in the scope that a provider names.
     *
     * @template T
     * @param ScopeProvider $provider     a Scope, or an object that names one
     * @param callable(mixed...): T $task what it runs
     * @param mixed ...$args              what it is called with; named arguments by name
     * @return Coroutine<T>
     * @throws AsyncException             if the scope is cancelled or disposed
     */
    function spawn_with(\Async\ScopeProvider $provider, callable $task, mixed ...$args): \Async\Coroutine {}

    /**
     * Lets all others that can run go first.
     *
     * @throws AsyncCancellation if the coroutine is cancelled meanwhile
     */
    function suspend(): void {}

    /**
     * A Completable that fails with TimeoutException after a time, which counts from this call: the usual token of an `await()`.
     *
     *     try {
     *         $answer = Async\await($task, Async\timeout(500));
     *     } catch (Async\OperationCanceledException) {
     *         // not there within half a second; $task goes on
     *     }
     *
     * @param int $ms milliseconds
     * @throws \ValueError for less than 1
     */
    function timeout(int $ms): \Async\Timeout {}

    /**
     * Runs $work with a time limit that covers everything it starts: after that many ms its scope is cancelled, and its `finally` blocks
     * have run when this throws.
     *
     *     $page = Async\within(2000, fn () => fetch($url));
     *
     * @template T
     * @param callable(): T $work runs in a coroutine of its own
     * @return T
     * @throws TimeoutException   if it takes too long
     */
    function within(int $ms, callable $work): mixed {}

    /**
     * Thrown into a coroutine that is cancelled, where it waits. An Error, so that `catch (Exception)` lets it through. If the coroutine
     * waited inside a client's library, getPrevious() is what the library made of it.
     */
    class AsyncCancellation extends \Error
    {
    }

    /** The base of this extension's exceptions; itself thrown by channels that are closed and by timeouts. */
    class AsyncException extends \Exception
    {
    }

    /** Something that one can wait for. Only classes of the extension implement it. */
    interface Awaitable
    {
    }

    /**
     * Passes values between coroutines, first in, first out. Waiters on both sides are served in order of arrival.
     *
     *     $channel = new Async\Channel(2);
     *     Async\spawn(function () use ($channel) {
     *         foreach (['a', 'b', 'c'] as $value) {
     *             $channel->send($value);
     *         }
     *         $channel->close();
     *     });
     *     foreach ($channel as $value) {
     *         echo $value;
     *     }
     *
     * @template T
     * @implements \IteratorAggregate<int, T>
     */
    final class Channel implements \Async\Awaitable, \Countable, \IteratorAggregate
    {
        /**
         * @param int  $capacity          how many values it holds; 0: one, whose sender waits until it is received
         * @param int  $noProducerTimeout ms that a receiver waits at most before the channel closes with NO_PRODUCERS; 0: no limit
         * @param int  $noConsumerTimeout ms that a sender waits at most before the channel closes with NO_CONSUMERS; 0: no limit
         * @param bool $hardTimeouts      true: these timers keep the script alive; false: the channel closes at once when nothing else can run
         * @throws \ValueError for a number that is negative or does not fit 32 bits
         */
        public function __construct(int $capacity = 0, int $noProducerTimeout = 0, int $noConsumerTimeout = 0, bool $hardTimeouts = false) {}

        /**
         * Waits for a free slot, and with capacity 0 until the value is received.
         *
         * @param T            $value
         * @param ?Completable $cancellationToken ends the wait when it ends
         * @throws ChannelException           if the channel is closed, now or during the wait; the value was not sent
         * @throws OperationCanceledException if the token ended first
         * @throws AsyncCancellation          if the coroutine is cancelled meanwhile
         */
        public function send(mixed $value, ?\Async\Completable $cancellationToken = null): void {}

        /**
         * Sends without waiting. False: the channel is closed, or no receiver waits and no slot is free.
         *
         * @param T $value
         */
        public function sendAsync(mixed $value): bool {}

        /**
         * Waits for the next value. Values sent before close() can still be received.
         *
         * @param ?Completable $cancellationToken ends the wait when it ends
         * @return T
         * @throws ChannelException           if the channel is closed and empty
         * @throws OperationCanceledException if the token ended first
         * @throws AsyncCancellation          if the coroutine is cancelled meanwhile
         */
        public function recv(?\Async\Completable $cancellationToken = null): mixed {}

        /**
         * Returns a Future of the next value. It queues with the receivers until it is dropped.
         *
         * @return Future<T>
         */
        public function recvAsync(): \Async\Future {}

        /** Closes it: nothing can be sent any more, and those who wait get a ChannelException. Values in it can still be received. A second call does nothing. */
        public function close(): void {}

        /** Whether it was closed. */
        public function isClosed(): bool {}

        /** Whether it holds no value. */
        public function isEmpty(): bool {}

        /** Whether each slot holds a value. */
        public function isFull(): bool {}

        /** The capacity that it was made with. */
        public function capacity(): int {}

        /** How many values it holds for one who comes now. */
        public function count(): int {}

        /**
         * Receives until the channel is closed and empty. foreach uses it.
         *
         * @return \Iterator<int, T>
         */
        public function getIterator(): \Iterator {}
    }

    /** Why a channel was closed. */
    enum ChannelCloseReason: string
    {
        /** close() was called. */
        case EXPLICIT = 'explicit';

        /** Nobody holds the channel any more. */
        case DISPOSED = 'disposed';

        /** A receiver waited longer than noProducerTimeout. */
        case NO_PRODUCERS = 'no producers timeout';

        /** A sender waited longer than noConsumerTimeout. */
        case NO_CONSUMERS = 'no consumers timeout';

        /** Nothing else could run any more. */
        case DEADLOCK = 'deadlock';

        /** The scope in which the channel was made has ended. */
        case SCOPE_DISPOSED = 'scope disposed';
    }

    /** A channel is closed. */
    class ChannelException extends \Async\AsyncException
    {
        /** Why. */
        public \Async\ChannelCloseReason $reason;
    }

    /** Something that can be switched off while what it depends on is out of order. A pool is one. */
    interface CircuitBreaker
    {
        /** Normal service. */
        public function activate(): void;

        /** Off: acquire() throws ServiceUnavailableException, and those who wait get it at once. What is out can be released. */
        public function deactivate(): void;

        /**
         * On trial: only a few resources may be out at once (recoveryLimit of the pool); further callers get ServiceUnavailableException.
         */
        public function recover(): void;

        /** The state it is in. */
        public function getState(): \Async\CircuitBreakerState;
    }

    /** The states of a circuit breaker. */
    enum CircuitBreakerState
    {
        /** Normal service (elsewhere called closed). */
        case ACTIVE;

        /** No service (elsewhere called open). */
        case INACTIVE;

        /** A limited number on trial (elsewhere called half-open). */
        case RECOVERING;
    }

    /**
     * Decides from results when a pool's breaker changes its state. Two are ready: ConsecutiveFailures and FailureRate. One of your own
     * may also have the public methods `shouldRecover(): bool`, asked by acquire() while INACTIVE, and
     * `reportCreateFailure(mixed $source, \Throwable $error): void`. What its methods throw is swallowed.
     */
    interface CircuitBreakerStrategy
    {
        /**
         * A resource came back in order.
         *
         * @param mixed $source the Pool
         */
        public function reportSuccess(mixed $source): void;

        /**
         * A resource came back and beforeRelease rejected it.
         *
         * @param mixed      $source the Pool
         * @param \Throwable $error  what beforeRelease threw, or an Exception "Resource validation failed"
         */
        public function reportFailure(mixed $source, \Throwable $error): void;
    }

    /** An Awaitable that ends once, with a value or an error. Only classes of the extension implement it. */
    interface Completable extends \Async\Awaitable
    {
        /** Ends it with this cancellation, or one made here. Nothing happens if it has ended. */
        public function cancel(?\Async\AsyncCancellation $cancellation = null): void;

        /** Whether it has ended. */
        public function isCompleted(): bool;

        /** Whether it has ended by an AsyncCancellation. */
        public function isCancelled(): bool;
    }

    /** Several exceptions as one. */
    final class CompositeException extends \Exception
    {
        /** Appends an exception. */
        public function addException(\Throwable $exception): void {}

        /**
         * All of them, in order of adding.
         *
         * @return list<\Throwable>
         */
        public function getExceptions(): array {}
    }

    /**
     * Switches a pool off after $threshold failures in a row. After a cooldown the next acquire() is a trial. A
     * success on trial switches it on; a failure switches it off for twice as long.
     *
     *     $pool->setCircuitBreakerStrategy(new Async\ConsecutiveFailures(threshold: 3, cooldown: 500));
     */
    final class ConsecutiveFailures implements \Async\CircuitBreakerStrategy
    {
        /**
         * @param int $threshold   failures in a row
         * @param int $cooldown    ms until the first trial; up to 10 % more by chance
         * @param int $maxCooldown ms, the most it grows to
         * @throws \ValueError for a number out of range
         */
        public function __construct(int $threshold = 5, int $cooldown = 1000, int $maxCooldown = 30000) {}

        /** Called by the pool. */
        public function reportSuccess(mixed $source): void {}

        /** Called by the pool. */
        public function reportFailure(mixed $source, \Throwable $error): void {}

        /** Called by the pool: a factory that throws is a failure, too. */
        public function reportCreateFailure(mixed $source, \Throwable $error): void {}

        /** Called by the pool: whether the cooldown is over. */
        public function shouldRecover(): bool {}
    }

    /**
     * Values that belong to a scope, or to one coroutine. Code in the scope and in those below finds them.
     *
     *     Async\current_context()->set('user', $user);
     */
    final class Context
    {
        /** The value of the key here or in a scope above; null if there is none. */
        public function find(object|string $key): mixed {}

        /**
         * The value of the key here or in a scope above.
         *
         * @throws ContextException if there is none
         */
        public function get(object|string $key): mixed {}

        /** Whether the key is here or in a scope above, even with the value null. */
        public function has(object|string $key): bool {}

        /** The value of the key in this context; null if there is none. */
        public function findLocal(object|string $key): mixed {}

        /**
         * The value of the key in this context.
         *
         * @throws ContextException if there is none
         */
        public function getLocal(object|string $key): mixed {}

        /** Whether the key is in this context. */
        public function hasLocal(object|string $key): bool {}

        /**
         * Sets a value. Returns the context.
         *
         * @param bool $replace     whether a value that is here may be replaced
         * @throws AsyncException   if one is, and may not
         */
        public function set(object|string $key, mixed $value, bool $replace = false): \Async\Context {}

        /** Removes the key from this context. Returns the context. */
        public function unset(object|string $key): \Async\Context {}
    }

    /** Thrown by Context::get() for a key that it lacks. */
    class ContextException extends \Async\AsyncException
    {
    }

    /**
     * What spawn() gives: a running piece of work that can be awaited and cancelled.
     *
     * @template T
     */
    final class Coroutine implements \Async\Completable
    {
        /** A number that no other coroutine of this process has or will have. */
        public function getId(): int {}

        /** Returns the coroutine. Changes nothing: there is one queue. */
        public function asHiPriority(): \Async\Coroutine {}

        /** Its own context, which other coroutines do not inherit. */
        public function getContext(): \Async\Context {}

        /** Whether it has begun to run. */
        public function isStarted(): bool {}

        /** Whether it is in the run queue: new, woken, or in suspend(). */
        public function isQueued(): bool {}

        /** Whether it neither runs nor has ended; true even before its first run. */
        public function isSuspended(): bool {}

        /** Whether it is the one that runs. */
        public function isRunning(): bool {}

        /** Whether it has ended, in whatever way. */
        public function isCompleted(): bool {}

        /** Whether it has ended by a cancellation. */
        public function isCancelled(): bool {}

        /** Whether cancel() was called and is not delivered yet, or is held back by protect(). */
        public function isCancellationRequested(): bool {}

        /** Its value; null unless it ended with one. Does not wait. */
        public function getResult(): mixed {}

        /** What it ended with; null unless it ended by an exception. Does not wait. */
        public function getException(): mixed {}

        /**
         * Ends it: the cancellation is thrown where it waits, and its `finally` blocks run. One that has not begun never runs; one that has
         * ended is left alone. One that catches the cancellation may go on.
         *
         *     $task->cancel(new Async\AsyncCancellation('the client has gone'));
         *
         * @param ?AsyncCancellation $cancellation what is thrown; null: a new one
         */
        public function cancel(?\Async\AsyncCancellation $cancellation = null): void {}

        /**
         * Calls the callback with the coroutine once that has ended: in a coroutine of its own, before those who await the ended one go on. At
         * once if it has ended already.
         *
         * @param callable(Coroutine): void $callback
         */
        public function finally(callable $callback): void {}

        /** As finally(), but the callback is called without arguments. */
        public function onFinally(callable $callback): void {}

        /**
         * Where it waits.
         *
         * @return ?list<array<string, mixed>> as debug_backtrace() with these options returns; null unless it has begun and waits
         */
        public function getTrace(int $options = 1, int $limit = 0): ?array {}

        /**
         * The place of its spawn().
         *
         * @return array{?string, int} file and line
         */
        public function getSpawnFileAndLine(): array {}

        /** The place of its spawn(), as file:line. */
        public function getSpawnLocation(): string {}

        /**
         * The place of its last wait.
         *
         * @return array{?string, int} file and line; [null, 0] before the first wait
         */
        public function getSuspendFileAndLine(): array {}

        /** The place of its last wait, as file:line; "unknown" before the first. */
        public function getSuspendLocation(): string {}

        /**
         * What it waits for.
         *
         * @return list<string> one text for each thing; empty if it does not wait
         */
        public function getAwaitingInfo(): array {}
    }

    /**
     * Thrown in the main flow when everybody waits and nothing can wake anybody. The message lists who waits where; those are cancelled.
     */
    class DeadlockError extends \Error
    {
    }

    /** Declared for programs that name it. Not thrown. */
    class DnsException extends \Exception
    {
    }

    /**
     * Switches a pool off when too great a share of recent results are failures. Trials and cooldown as in ConsecutiveFailures.
     *
     *     $pool->setCircuitBreakerStrategy(new Async\FailureRate(rate: 0.3, minimum: 50));
     */
    final class FailureRate implements \Async\CircuitBreakerStrategy
    {
        /**
         * @param float $rate        share of failures, above 0 and at most 1
         * @param int   $minimum     with fewer results than this in the window it decides nothing
         * @param int   $window      ms that results count for
         * @param int   $cooldown    ms until the first trial; up to 10 % more by chance
         * @param int   $maxCooldown ms, the most it grows to
         * @throws \ValueError for a value out of range
         */
        public function __construct(float $rate = 0.5, int $minimum = 20, int $window = 10000, int $cooldown = 1000, int $maxCooldown = 30000) {}

        /** Called by the pool. */
        public function reportSuccess(mixed $source): void {}

        /** Called by the pool. */
        public function reportFailure(mixed $source, \Throwable $error): void {}

        /** Called by the pool: a factory that throws is a failure, too. */
        public function reportCreateFailure(mixed $source, \Throwable $error): void {}

        /** Called by the pool: whether the cooldown is over. */
        public function shouldRecover(): bool {}
    }

    /** What a FileSystemWatcher tells of. */
    final readonly class FileSystemEvent
    {
        /** The path that the watcher was given. */
        public string $path;

        /** The file, relative to that path; of a single file its name. Null: the folder itself, many files at once, or the kernel could not say. */
        public ?string $filename;

        /** It came, went, or has another name. */
        public bool $renamed;

        /** Its contents or its attributes have changed. */
        public bool $changed;
    }

    /**
     * Tells what changes in a file, a folder or a tree of folders, from its construction on. Needs no extension; on Linux by inotify. Keeps the script
     * alive only while a loop waits. Many programs replace a file by another of its name, which ends a watcher of that file: watch its folder.
     *
     *     $watcher = new Async\FileSystemWatcher('/etc/app', recursive: true, debounceMs: 100);
     *     foreach ($watcher as $event) {
     *         reload();
     *     }
     *
     * @implements \IteratorAggregate<int, FileSystemEvent>
     */
    final class FileSystemWatcher implements \Async\Awaitable, \IteratorAggregate
    {
        /**
         * Begins to watch.
         *
         * @param string       $path       of a file or a folder
         * @param bool         $recursive  folders within too, also those that come later, with what they hold by then; links are not followed
         * @param bool         $coalesce   until an event is taken, what happens to the same file is added to it; false: each step is an event
         * @param int          $debounceMs above 0: one event without a filename, once nothing has changed for so many ms
         * @param int          $maxHoldMs  with $debounceMs: ms after the first change when the event comes in any case; 0: no limit
         * @param list<string> $extensions those of the files that count, with or without the dot, in any case; none: all count. A folder that is moved away counts
         * @throws AsyncException if nothing is there, it may not be read, or the system allows no more watchers
         * @throws \ValueError    for a negative time
         */
        public function __construct(string $path, bool $recursive = false, bool $coalesce = true, int $debounceMs = 0, int $maxHoldMs = 0, array $extensions = []) {}

        /** Ends it. What has happened until now is still told; then loops end. A second call does nothing. */
        public function close(): void {}

        /** Whether it was closed, or what it watched is gone or has another name. */
        public function isClosed(): bool {}

        /**
         * Waits for events until it is closed and all are told. foreach uses it. Each event goes to one loop.
         *
         * @return \Iterator<int, FileSystemEvent>
         */
        public function getIterator(): \Iterator {}
    }

    /**
     * The reading end of a FutureState: a result that will be there later. Drop none unused: that is a warning, as is an error
     * that nobody receives.
     *
     *     $length = Async\Future::completed('text')->map(strlen(...))->await();
     *
     * @template T
     */
    final class Future implements \Async\Completable
    {
        /**
         * A Future that has a value.
         *
         * @template V
         * @param V $value
         * @return Future<V>
         */
        public static function completed(mixed $value = null): \Async\Future {}

        /**
         * A Future that has failed.
         *
         * @return Future<never>
         */
        public static function failed(\Throwable $throwable): \Async\Future {}

        /** @param FutureState<T> $state whose result it gives */
        public function __construct(\Async\FutureState $state) {}

        /** Whether its error is an AsyncCancellation. */
        public function isCancelled(): bool {}

        /** Fails it, if it is pending. What it was derived from goes on. */
        public function cancel(?\Async\AsyncCancellation $cancellation = null): void {}

        /**
         * Nobody needs the result: no warnings about it.
         *
         * @return $this
         */
        public function ignore(): \Async\Future {}

        /**
         * A Future of what the callback makes of the value. An error passes on. The callback runs in a coroutine of its own, and may wait.
         *
         * @template V
         * @param callable(T): V $map
         * @return Future<V>
         */
        public function map(callable $map): \Async\Future {}

        /**
         * A Future of what the callback makes of the error. A value passes on.
         *
         * @template V
         * @param callable(\Throwable): V $catch
         * @return Future<T|V>
         */
        public function catch(callable $catch): \Async\Future {}

        /**
         * A Future of the same value or error, once the callback has run.
         *
         * @param callable(T|\Throwable): mixed $finally
         * @return Future<T>
         */
        public function finally(callable $finally): \Async\Future {}

        /**
         * The same as `Async\await()` on it.
         *
         * @return T
         */
        public function await(?\Async\Completable $cancellation = null): mixed {}

        /** Whether it has a value or an error. */
        public function isCompleted(): bool {}

        /**
         * What it waits for, for a look at a running program: `["FutureState(pending)"]` or `["FutureState(completed)"]`.
         *
         * @return list<string>
         */
        public function getAwaitingInfo(): array {}

        /**
         * Where it was created.
         *
         * @return array{?string, int} file and line
         */
        public function getCreatedFileAndLine(): array {}

        /** Where it was created, as `file:line`. */
        public function getCreatedLocation(): string {}

        /**
         * Where it was completed; `[null, 0]` before.
         *
         * @return array{?string, int} file and line
         */
        public function getCompletedFileAndLine(): array {}

        /** Where it was completed, as `file:line`; `unknown` before. */
        public function getCompletedLocation(): string {}
    }

    /**
     * The writing end of Futures: somebody completes it, once.
     *
     *     $state = new Async\FutureState();
     *     $future = new Async\Future($state);
     *     Async\spawn(fn () => $state->complete(42));
     *     echo Async\await($future); // 42
     *
     * @template T
     */
    final class FutureState
    {
        /** Undecided. */
        public function __construct() {}

        /**
         * Gives it its value.
         *
         * @param T $result
         * @throws AsyncException if it has a result
         */
        public function complete(mixed $result): void {}

        /**
         * Gives it its error.
         *
         * @throws AsyncException if it has a result
         */
        public function error(\Throwable $throwable): void {}

        /** Nobody needs the result: no warnings about it. */
        public function ignore(): void {}

        /** Whether it has a value or an error. */
        public function isCompleted(): bool {}

        /**
         * What it waits for, for a look at a running program: `["FutureState(pending)"]` or `["FutureState(completed)"]`.
         *
         * @return list<string>
         */
        public function getAwaitingInfo(): array {}

        /**
         * Where it was created.
         *
         * @return array{?string, int} file and line
         */
        public function getCreatedFileAndLine(): array {}

        /** Where it was created, as `file:line`. */
        public function getCreatedLocation(): string {}

        /**
         * Where it was completed; `[null, 0]` before.
         *
         * @return array{?string, int} file and line
         */
        public function getCompletedFileAndLine(): array {}

        /** Where it was completed, as `file:line`; `unknown` before. */
        public function getCompletedLocation(): string {}
    }

    /** Declared for programs that name it. Not thrown. */
    class InputOutputException extends \Exception
    {
    }

    /** A wait was ended by its token. getPrevious() is the token's error, if it had one. */
    class OperationCanceledException extends \Async\AsyncCancellation
    {
    }

    /** Declared for programs that name it. Not thrown. */
    class PollException extends \Exception
    {
    }

    /**
     * Waits for any number of streams at once. For adapters of event loops; a coroutine that waits for one stream just reads from it.
     *
     *     $poller->watch($stream);
     *     foreach ($poller->wait() as $id => $readiness) { $callbacks[$id](); }
     */
    final class Poller
    {
        /** A poller without streams. */
        public function __construct() {}

        /**
         * Sets what is asked for a stream, in place of what was asked before. The stream is not held open; once closed, it is forgotten.
         *
         * @param resource $stream   a socket, a pipe or a file
         * @param bool     $readable whether to tell when it can be read from; both false: it is watched no more
         * @param bool     $writable whether to tell when it can be written to
         * @throws \TypeError        if $stream is no resource
         * @throws \ValueError       if it is closed, or has no descriptor
         */
        public function watch($stream, bool $readable = true, bool $writable = false): void {}

        /**
         * Waits until a stream is ready, the time is up, or wake() is called. Other coroutines run meanwhile. Returns what is ready, at
         * most 256 streams at once, and the same again as long as it is ready.
         *
         * @param ?int $microseconds at most this long; null: indefinitely; 0: only looks
         * @return array<int, int>   by the number of the resource, (int) $stream: 1 readable, 2 writable, 3 both
         * @throws AsyncException    if another coroutine waits on this poller
         * @throws AsyncCancellation if the waiting coroutine is cancelled
         */
        public function wait(?int $microseconds = null): array {}

        /** Ends the wait that runs, or the next one, at once. */
        public function wake(): void {}
    }

    /**
     * Pools resources that are expensive to create: connections, clients, sockets. If all are in use, only the asking coroutine waits.
     *
     *     $pool = new Async\Pool(
     *         factory: function (): Redis {
     *             $redis = new Redis();
     *             $redis->connect('localhost');
     *             return $redis;
     *         },
     *         beforeAcquire: fn (Redis $redis): bool => $redis->isConnected(),
     *         max: 20,
     *         acquireTimeout: 1000,
     *     );
     *     $redis = $pool->acquire();
     *     try {
     *         $redis->incr('visits');
     *     } finally {
     *         $pool->release($redis);
     *     }
     *
     * A check rejects by false or by an exception, which is counted, not rethrown. All callbacks may wait.
     *
     * @template T
     */
    final class Pool implements \Async\CircuitBreaker, \Countable
    {
        /**
         * @param callable(): T          $factory       creates a resource
         * @param ?callable(T): void     $destructor    destroys a resource
         * @param ?callable(T): bool     $healthcheck   checks idle resources periodically
         * @param ?callable(T): bool     $beforeAcquire checks an idle resource before acquire() returns it
         * @param ?callable(T): bool     $beforeRelease checks a released resource
         * @param int $min                 how many resources are created at once and kept
         * @param int $max                 how many resources there may be
         * @param int $healthcheckInterval ms between maintenance rounds (health checks, min); 0: none
         * @param int $acquireTimeout      ms that acquire() waits by default; 0: indefinitely
         * @param int $maxLifetime         ms after which a resource is replaced, minus up to 10 % of jitter; 0: never
         * @param int $idleTimeout         ms that a resource may be idle while there are more than min; 0: indefinitely
         * @param int $maxWaiters          how many callers may wait; 0: any number
         * @param int $recoveryLimit       how many may be in use at once while the breaker is RECOVERING
         * @throws \ValueError for a number out of range
         * @throws \Throwable  what the factory throws while min resources are created
         */
        public function __construct(callable $factory, ?callable $destructor = null, ?callable $healthcheck = null, ?callable $beforeAcquire = null, ?callable $beforeRelease = null, int $min = 0, int $max = 10, int $healthcheckInterval = 0, int $acquireTimeout = 0, int $maxLifetime = 0, int $idleTimeout = 0, int $maxWaiters = 0, int $recoveryLimit = 1) {}

        /**
         * Returns an idle resource, or creates one. If max are in use, waits for the next one that is released, after those who wait already.
         *
         * @param ?int $timeout ms to wait at most; 0: indefinitely; null: the pool's acquireTimeout
         * @return T
         * @throws TimeoutException            if no resource becomes free in time; the message shows the state of the pool
         * @throws ServiceUnavailableException the circuit breaker is INACTIVE, or RECOVERING and at its limit
         * @throws PoolException               the pool is closed, or maxWaiters callers wait
         * @throws \ValueError                 for a negative timeout
         * @throws \Throwable                  what the factory throws
         */
        public function acquire(?int $timeout = null): mixed {}

        /**
         * Acquires a resource, calls $work with it, and releases it whatever $work does.
         *
         *     $answer = $pool->use(fn ($client) => $client->ask($question));
         *
         * @template R
         * @param callable(T): R $work
         * @param int $timeout         ms to wait at most; 0: the pool's acquireTimeout
         * @return R
         * @throws PoolException       as acquire()
         */
        public function use(callable $work, int $timeout = 0): mixed {}

        /**
         * As acquire(), but returns null instead of waiting, and instead of throwing PoolException or ServiceUnavailableException.
         *
         * @return ?T
         * @throws \Throwable what the factory throws
         */
        public function tryAcquire(): mixed {}

        /**
         * Releases a resource: it is checked, then goes to the caller who has waited longest, or is kept.
         *
         * @param T $resource
         * @throws PoolException if it was not acquired from this pool, or was released already
         */
        public function release(mixed $resource): void {}

        /**
         * Closes the pool. Waiting callers get a PoolException. Idle resources are destroyed at once, others when they are released.
         * A second close() does nothing.
         *
         * @throws \Throwable what destructors threw: the last, with the others behind getPrevious()
         */
        public function close(): void {}

        /** Whether close() was called. */
        public function isClosed(): bool {}

        /** How many resources there are: idleCount() + activeCount(). */
        public function count(): int {}

        /** How many resources are idle. */
        public function idleCount(): int {}

        /** How many resources are in use, being created, checked or destroyed. */
        public function activeCount(): int {}

        /**
         * Figures to watch, over the pool's life. Times are in ms.
         *
         * @return array<string, mixed> max, min, total, active, idle, creating, waiting, granted, acquires, waits, timeouts, created, destroyed,
         *     createFailures, rejected, expired, unhealthy, waitP50, waitP99, waitMax, holdMax and more; see the manual
         */
        public function stats(): array {}

        /**
         * The resources one by one, as many as count() says, by the number of their slot; a resource keeps its slot for life. For a look
         * at what a pool is doing.
         *
         *     foreach ($pool->slots() as $slot) {
         *         echo "$slot[slot]: $slot[state]", $slot['coroutine'] ? " by coroutine $slot[coroutine]" : '', "\n";
         *     }
         *
         * state is creating, idle, granted (reserved for a waiting caller that has not run yet), checking, active, cleaning (in
         * beforeRelease; of a pooled PDO: being cleaned in the background) or destroying. ms is the time since it was acquired or released;
         * null while it is made or destroyed. coroutine and takenAt (file:line) tell of one that is out: always of a pooled PDO's,
         * otherwise with the ini setting cenote.leak_threshold_ms above 0; takenAt only with that setting.
         *
         * @return list<array{slot: int, state: string, ms: ?float, coroutine: ?int, takenAt: ?string}>
         * @throws PoolException if the pool is not initialised
         */
        public function slots(): array {}

        /**
         * The waiting callers in their order: which coroutine, and for how many milliseconds.
         *
         * @return list<array{coroutine: ?int, ms: float}>
         * @throws PoolException if the pool is not initialised
         */
        public function waiters(): array {}

        /**
         * Changes how many resources there may be. If it grows, waiting callers are served at once; if it shrinks, idle
         * resources are destroyed at once, and others when they are released. While max is below min, it counts as min, too.
         *
         * @param int $max 1 or more
         * @throws \ValueError    for a number below 1
         * @throws PoolException  if the pool is not initialised
         * @throws \Throwable     what destructors threw: the last, with the others behind getPrevious()
         */
        public function resize(int $max): void {}

        /**
         * @param ?CircuitBreakerStrategy $strategy is told of results and switches the breaker; null: none
         * @throws PoolException if a ready strategy serves another pool already, or the pool is not initialised
         */
        public function setCircuitBreakerStrategy(?\Async\CircuitBreakerStrategy $strategy): void {}

        /**
         * Normal service.
         *
         * @throws PoolException if the pool is not initialised
         */
        public function activate(): void {}

        /**
         * Off: acquire() throws ServiceUnavailableException, and those who wait get it at once. What is out can be released.
         *
         * @throws PoolException if the pool is not initialised
         */
        public function deactivate(): void {}

        /**
         * On trial: only a few resources may be out at once (recoveryLimit of the pool); further callers get ServiceUnavailableException.
         *
         * @throws PoolException if the pool is not initialised
         */
        public function recover(): void {}

        /**
         * The state it is in.
         *
         * @throws PoolException if the pool is not initialised
         */
        public function getState(): \Async\CircuitBreakerState {}
    }

    /** A pool refuses: it is closed, too many callers wait, a resource is not the pool's, it is not initialised. Base of TimeoutException. */
    class PoolException extends \Async\AsyncException
    {
    }

    /**
     * Owns the coroutines that are spawned in it, and those that they spawn: they can be awaited and cancelled as a whole.
     *
     *     $scope = new Async\Scope();
     *     $scope->spawn(fn () => download($url));
     *     $scope->awaitCompletion(Async\timeout(5000));
     */
    final class Scope implements \Async\ScopeProvider
    {
        /** A scope without parent, which is not safe: its end cancels its coroutines. */
        public function __construct() {}

        /**
         * A scope below another one, in that one's mode.
         *
         * @param ?Scope $parentScope null: the current scope
         */
        public static function inherit(?\Async\Scope $parentScope = null): \Async\Scope {}

        /** Returns the scope itself. */
        public function provideScope(): \Async\Scope {}

        /** The end of this scope cancels its coroutines. Returns the scope. */
        public function asNotSafely(): \Async\Scope {}

        /** The end of this scope lets coroutines that have begun finish by themselves. Returns the scope. */
        public function allowZombies(): \Async\Scope {}

        /**
         * Starts a coroutine in this scope.
         *
         * @template T
         * @param callable(mixed...): T $callable
         * @param mixed ...$params      what it is called with; named arguments by name
         * @return Coroutine<T>
         * @throws AsyncException       if the scope is cancelled or disposed
         */
        public function spawn(callable $callable, mixed ...$params): \Async\Coroutine {}

        /**
         * Cancels the coroutines of the child scopes, then its own. In a safe scope those that have begun run on.
         *
         * @param ?AsyncCancellation $cancellationError what is thrown in them; null: a new one
         */
        public function cancel(?\Async\AsyncCancellation $cancellationError = null): void {}

        /**
         * Waits until no coroutine is active in it or below.
         *
         * @param Awaitable $cancellation            ends the wait when it ends; the scope goes on
         * @throws OperationCanceledException        if $cancellation has ended
         * @throws AsyncCancellation                 if the scope is cancelled and has coroutines left
         * @throws AsyncException                    in a coroutine of the scope itself
         */
        public function awaitCompletion(\Async\Awaitable $cancellation): void {}

        /**
         * Waits until a cancelled scope has no coroutine left.
         *
         * @param ?callable(\Throwable, Scope): void $errorHandler called for each error meanwhile; null: the first is thrown
         * @param ?Awaitable $cancellation            ends the wait when it ends
         * @throws AsyncException                     if the scope is not cancelled
         */
        public function awaitAfterCancellation(?callable $errorHandler = null, ?\Async\Awaitable $cancellation = null): void {}

        /** Whether no coroutine is active in it or below. */
        public function isFinished(): bool {}

        /** Whether it is disposed, or cancelled and empty. */
        public function isClosed(): bool {}

        /** Whether it was cancelled or disposed. */
        public function isCancelled(): bool {}

        /**
         * Takes errors of its coroutines that nobody awaits. Without one, the scope is cancelled.
         *
         * @param callable(Scope, Coroutine, \Throwable): void $exceptionHandler
         */
        public function setExceptionHandler(callable $exceptionHandler): void {}

        /**
         * Takes errors that come from scopes below, in place of the other handler.
         *
         * @param callable(Scope, Coroutine, \Throwable): void $exceptionHandler
         */
        public function setChildScopeExceptionHandler(callable $exceptionHandler): void {}

        /**
         * Calls back once the scope has ended and its last coroutine too; at once if that is so.
         *
         * @param callable(Scope): void $callback
         */
        public function finally(callable $callback): void {}

        /** Cancels it and refuses new coroutines. */
        public function dispose(): void {}

        /** As dispose(), but coroutines that have begun finish by themselves. */
        public function disposeSafely(): void {}

        /** Disposes the scope after this many ms, unless it is empty by then. */
        public function disposeAfterTimeout(int $timeout): void {}

        /**
         * The scopes below it that still exist.
         *
         * @return list<Scope>
         */
        public function getChildScopes(): array {}
    }

    /** Names the scope for a coroutine of spawn_with(). */
    interface ScopeProvider
    {
        /** The scope for a coroutine of spawn_with(); null: the current one. */
        public function provideScope(): ?\Async\Scope;
    }

    /** The pool's circuit breaker lets nobody through. */
    class ServiceUnavailableException extends \Async\AsyncException
    {
    }

    /** The signals for `signal()`. The numbers are those of the reference; a system's own number is used where it differs. */
    enum Signal: int
    {
        /** The terminal has gone, or read the configuration again. */
        case SIGHUP = 1;

        /** Ctrl-C. */
        case SIGINT = 2;

        /** Ctrl-\. */
        case SIGQUIT = 3;

        /** An illegal instruction. */
        case SIGILL = 4;

        /** abort() was called. */
        case SIGABRT = 6;

        /** A wrong arithmetic operation. */
        case SIGFPE = 8;

        /** Cannot be handled: the Future fails. */
        case SIGKILL = 9;

        /** For the program's own use. */
        case SIGUSR1 = 10;

        /** An invalid access to memory. */
        case SIGSEGV = 11;

        /** For the program's own use. */
        case SIGUSR2 = 12;

        /** The process is asked to end. */
        case SIGTERM = 15;

        /** Unknown on Linux: the Future fails. */
        case SIGBREAK = 21;

        /** Unknown on Linux: the Future fails. */
        case SIGABRT2 = 22;

        /** The terminal has another size. */
        case SIGWINCH = 28;
    }

    /** Names the scope for a coroutine, and is told when the coroutine is queued. */
    interface SpawnStrategy extends \Async\ScopeProvider
    {
        /** Called before the coroutine is queued. If it throws, the coroutine is not started. */
        public function beforeCoroutineEnqueue(\Async\Coroutine $coroutine, \Async\Scope $scope): array;

        /** Called once the coroutine is queued, before it runs. */
        public function afterCoroutineEnqueue(\Async\Coroutine $coroutine, \Async\Scope $scope): void;
    }

    /**
     * Runs tasks, at most $concurrency at once, and delivers their results together, as they come, or the first.
     *
     *     $group = new Async\TaskGroup(concurrency: 10);
     *     foreach ($urls as $url) { $group->spawn(download(...), $url); }
     *     $pages = Async\await($group->all());
     *
     * @template T
     * @implements \IteratorAggregate<array-key, array{?T, ?\Throwable}>
     */
    final class TaskGroup implements \Async\Awaitable, \Countable, \IteratorAggregate
    {
        /**
         * @param ?int $concurrency how many tasks run at once; null or 0: all
         * @param ?int $queueLimit  how many wait before spawn() itself waits; null: twice the concurrency; 0: any number
         * @param ?Scope $scope     the scope to run below; null: the current one
         * @throws AsyncException   if that scope is disposed
         */
        public function __construct(?int $concurrency = null, ?int $queueLimit = null, ?\Async\Scope $scope = null) {}

        /**
         * Adds a task. Waits if as many wait already as may.
         *
         * @param callable(mixed...): T $task
         * @param mixed ...$args      what it is called with; named arguments by name
         * @throws AsyncException     if the group is closed
         */
        public function spawn(callable $task, mixed ...$args): void {}

        /**
         * As spawn(), with a key for the result.
         *
         * @param callable(mixed...): T $task
         * @param mixed ...$args      what it is called with; named arguments by name
         * @throws AsyncException     if the key is taken, or the group is closed
         */
        public function spawnWithKey(int|string $key, callable $task, mixed ...$args): void {}

        /** Closes it, drops tasks that wait, and cancels those that run. */
        public function cancel(?\Async\AsyncCancellation $cancellation = null): void {}

        /** No more tasks can be added. */
        public function close(): void {}

        /** Cancels the tasks. Those that wait begin in their turn, and are cancelled where they wait first. */
        public function dispose(): void {}

        /** Whether no task runs or waits. */
        public function isFinished(): bool {}

        /** Whether no more tasks can be added. */
        public function isClosed(): bool {}

        /** How many tasks there are, in whatever state. */
        public function count(): int {}

        /**
         * Waits until all tasks of a closed group have ended. Throws no task's error.
         *
         * @param ?Completable $cancellation  ends the wait when it ends
         * @throws AsyncException             if the group is not closed
         */
        public function awaitCompletion(?\Async\Completable $cancellation = null): void {}

        /**
         * Calls back once the group is closed and all tasks have ended; at once if that is so.
         *
         * @param callable(TaskGroup): void $callback
         */
        public function finally(callable $callback): void {}

        /** For foreach alone: key => [value, null] or [null, error], as tasks end. */
        public function getIterator(): \Iterator {}

        /**
         * The values of all tasks, by key, once none runs or waits.
         *
         * @param bool $ignoreErrors leave out those that fail; false: the Future fails with a CompositeException
         * @return Future<array<T>>
         */
        public function all(bool $ignoreErrors = false): \Async\Future {}

        /**
         * The first task that ends, with its value or its error.
         *
         * @return Future<T>
         */
        public function race(): \Async\Future {}

        /**
         * The first value. Fails with a CompositeException if all tasks fail.
         *
         * @return Future<T>
         */
        public function any(): \Async\Future {}

        /**
         * The values so far, by key.
         *
         * @return array<T>
         */
        public function getResults(): array {}

        /**
         * The errors so far, by key. They count as seen.
         *
         * @return array<\Throwable>
         */
        public function getErrors(): array {}

        /** The errors so far count as seen. */
        public function suppressErrors(): void {}
    }

    /**
     * A TaskGroup that forgets each result once it is delivered.
     *
     *     foreach ($set as [$page, $error]) { … }
     *
     * @template T
     * @implements \IteratorAggregate<array-key, array{?T, ?\Throwable}>
     */
    final class TaskSet implements \Async\Awaitable, \Countable, \IteratorAggregate
    {
        /**
         * @param ?int $concurrency how many tasks run at once; null or 0: all
         * @param ?int $queueLimit  how many wait before spawn() itself waits; null: twice the concurrency; 0: any number
         * @param ?Scope $scope     the scope to run below; null: the current one
         * @throws AsyncException   if that scope is disposed
         */
        public function __construct(?int $concurrency = null, ?int $queueLimit = null, ?\Async\Scope $scope = null) {}

        /**
         * Adds a task. Waits if as many wait already as may.
         *
         * @param callable(mixed...): T $task
         * @param mixed ...$args      what it is called with; named arguments by name
         * @throws AsyncException     if the group is closed
         */
        public function spawn(callable $task, mixed ...$args): void {}

        /**
         * As spawn(), with a key for the result.
         *
         * @param callable(mixed...): T $task
         * @param mixed ...$args      what it is called with; named arguments by name
         * @throws AsyncException     if the key is taken, or the group is closed
         */
        public function spawnWithKey(int|string $key, callable $task, mixed ...$args): void {}

        /** Closes it, drops tasks that wait, and cancels those that run. */
        public function cancel(?\Async\AsyncCancellation $cancellation = null): void {}

        /** No more tasks can be added. */
        public function close(): void {}

        /** Cancels the tasks. Those that wait begin in their turn, and are cancelled where they wait first. */
        public function dispose(): void {}

        /** Whether no task runs or waits. */
        public function isFinished(): bool {}

        /** Whether no more tasks can be added. */
        public function isClosed(): bool {}

        /** How many tasks are still to be delivered. */
        public function count(): int {}

        /**
         * Waits until all tasks of a closed group have ended. Throws no task's error.
         *
         * @param ?Completable $cancellation  ends the wait when it ends
         * @throws AsyncException             if the group is not closed
         */
        public function awaitCompletion(?\Async\Completable $cancellation = null): void {}

        /**
         * Calls back once the group is closed and all tasks have ended; at once if that is so.
         *
         * @param callable(TaskSet): void $callback
         */
        public function finally(callable $callback): void {}

        /** For foreach alone: key => [value, null] or [null, error], as tasks end. */
        public function getIterator(): \Iterator {}

        /**
         * The values of all tasks that are left, by key, once none runs or waits.
         *
         * @param bool $ignoreErrors leave out those that fail; false: the Future fails with a CompositeException
         * @return Future<array<T>>
         */
        public function joinAll(bool $ignoreErrors = false): \Async\Future {}

        /**
         * The next task that ends, with its value or its error.
         *
         * @return Future<T>
         */
        public function joinNext(): \Async\Future {}

        /**
         * The next value. Fails with a CompositeException if all tasks fail.
         *
         * @return Future<T>
         */
        public function joinAny(): \Async\Future {}
    }

    /** Fails after a time. Made by `timeout()`. */
    final class Timeout implements \Async\Completable
    {
        /** Private: `timeout()` makes them. */
        private function __construct() {}

        /** It never fires: awaited, it throws this cancellation, or one made here. */
        public function cancel(?\Async\AsyncCancellation $cancellation = null): void {}

        /** Whether its time is over, or it was cancelled. */
        public function isCompleted(): bool {}

        /** Whether it was cancelled. */
        public function isCancelled(): bool {}
    }

    /** No resource came free in time. The message has the pool's state: counts, breaker, longest hold, last factory error. */
    class TimeoutException extends \Async\PoolException
    {
    }
}

namespace
{
    /** What cenote adds to Fiber. The class itself is PHP's. */
    final class Fiber
    {
        /**
         * The coroutine that this Fiber is: with an id, a state, a result that can be awaited, and cancellation. Null before start().
         */
        public function getCoroutine(): ?\Async\Coroutine {}
    }

    /** What cenote adds to PDO, for the options of its constructor. The class itself is PHP's. */
    class PDO
    {
        /**
         * bool: one PDO object, and for each coroutine a connection of its own behind it.
         *
         *     $pdo = new PDO($dsn, $user, $password, [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 20]);
         */
        public const ATTR_POOL_ENABLED = 200;

        /** int, 0: connections made by the constructor and kept. */
        public const ATTR_POOL_MIN = 201;

        /** int, 10: the most connections of this object in this process. */
        public const ATTR_POOL_MAX = 202;

        /** int or float, **seconds**, 0 (off): how often idle connections are asked for a sign of life, and MIN is restored. */
        public const ATTR_POOL_HEALTHCHECK_INTERVAL = 203;

        /** int, 0 (off): prepared statements kept per connection. */
        public const ATTR_POOL_STMT_CACHE_SIZE = 204;

        /** int or float, **seconds**, 30: how long to wait for a connection; 0: indefinitely. Then PDOException, SQLSTATE HYT00. */
        public const ATTR_POOL_ACQUIRE_TIMEOUT = 205;

        /** int or float, **seconds**, 1800: age limit of a connection, up to 10 % less by chance; 0: none. */
        public const ATTR_POOL_MAX_LIFETIME = 206;

        /** int or float, **seconds**, 600: how long a connection may be idle while there are more than MIN; 0: indefinitely. */
        public const ATTR_POOL_IDLE_TIMEOUT = 207;

        /**
         * string, 'auto': when a connection's session is cleaned for the next coroutine: 'auto' (if it may have changed), 'always', 'never'.
         */
        public const ATTR_POOL_RESET = 208;

        /** string, '': SQL that is run on every new connection and after every cleaning, for settings that all share. */
        public const ATTR_POOL_INIT = 209;

        /**
         * int|float, 0: seconds that one call may wait for the server; then it fails with SQLSTATE HYT00 and its connection is closed. 0: no limit.
         */
        public const ATTR_POOL_QUERY_TIMEOUT = 210;

        /** callable(): array{?string, ?string}: returns user and password, and is called for each new connection. */
        public const ATTR_POOL_CREDENTIALS = 211;

        /**
         * bool or string, false: the connections outlive the request, and the next pool with the same arguments (and name) in this process
         * takes them over. Only connections that are proved clean are kept.
         */
        public const ATTR_POOL_PERSISTENT = 212;

        /**
         * The pool behind this object, for its figures and its circuit breaker; null without ATTR_POOL_ENABLED. Its acquire(), tryAcquire(),
         * release() and close() throw a PoolException.
         */
        public function getPool(): ?\Async\Pool {}
    }
}

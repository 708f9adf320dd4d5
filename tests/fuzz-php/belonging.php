<?php
use Async\{Channel, ChannelException, CompositeException, Future, FutureState, Scope, TaskGroup, TaskSet};
use function Async\{await, await_all, await_any_of, await_any_of_or_fail, await_any_or_fail, await_first_success, coroutine_context,
    current_context, current_coroutine, delay, graceful_shutdown, iterate, root_context, signal, spawn, spawn_with, suspend, timeout, within};

/** Steps with what belongs together: scopes, groups, channels, futures, contexts. What must always hold is looked at on the way. */
trait Belonging
{
    /** The names of these steps. */
    public static function of_belonging(): array
    {
        $steps = array_map(static fn($method) => $method->name, (new ReflectionClass(Belonging::class))->getMethods());
        return array_values(array_filter($steps, static fn($name) => str_starts_with($name, 'step_')));
    }

    private function cancellation(): ?Async\AsyncCancellation
    {
        return match ($this->numbers->below(3)) {
            0 => new Async\AsyncCancellation('by hand'),
            1 => new LoudCancellation('loud'),
            2 => null,
        };
    }

    private function token(): Async\Completable
    {
        return timeout(1 + $this->numbers->below(3));
    }

    // ------------------------------------------------------------------ scopes

    private function scope(): Scope
    {
        $scopes = &$this->world->scopes;
        if (!$scopes || (count($scopes) < 8 && $this->numbers->one_in(4))) {
            $scope = match ($this->numbers->below(4)) {
                0 => new Scope(),
                1 => Scope::inherit(),
                2 => Scope::inherit($this->numbers->pick($scopes)),
                3 => (new Scope())->allowZombies(),
            };
            $this->numbers->one_in(4) && $scope->setExceptionHandler($this->callable());
            $this->numbers->one_in(4) && $scope->setChildScopeExceptionHandler($this->callable());
            $this->numbers->one_in(4) && $scope->finally($this->callable());
            $scopes[] = $scope;
        }
        return $this->numbers->pick($scopes);
    }

    /** A scope in which something runs that was never ended is not finished (SPEC 38.10). */
    private function check_scope(Scope $scope, Async\Coroutine $member): void
    {
        if (!$scope->isCancelled() && !$scope->isClosed() && !$member->isCompleted() && $scope->isFinished() && !$scope->isCancelled()) {
            $this->world->fault('a scope is finished although a coroutine of it is active');
        }
        if ($scope->isClosed() && !$scope->isCancelled()) {
            $this->world->fault('a scope is closed that nobody has ended');
        }
    }

    private function step_scope_spawn(): void
    {
        $scope = $this->scope();
        $coroutine = $this->numbers->one_in(3) ? spawn_with($scope, $this->callable(), $this->value()) : $scope->spawn($this->callable(), $this->value());
        $this->numbers->one_in(2) && $this->world->keep($coroutine);
        $this->check_scope($scope, $coroutine);
        $this->run(1);
        $this->check_scope($scope, $coroutine);
    }

    private function step_scope_end(): void
    {
        $scope = $this->scope();
        match ($this->numbers->below(6)) {
            0 => $scope->cancel($this->cancellation()),
            1 => $scope->dispose(),
            2 => $scope->disposeSafely(),
            3 => $scope->disposeAfterTimeout($this->numbers->below(3)),
            4 => $scope->asNotSafely(),
            5 => $scope->finally($this->callable()),
        };
    }

    private function step_scope_await(): void
    {
        $scope = $this->scope();
        if ($this->numbers->one_in(3)) {
            $scope->awaitAfterCancellation($this->numbers->one_in(2) ? $this->callable() : null, $this->token());
            return;
        }
        $scope->awaitCompletion($this->token());
    }

    private function step_scope_look(): void
    {
        $scope = $this->scope();
        foreach ($scope->getChildScopes() as $child) {
            if ($scope->isFinished() && !$child->isFinished()) {
                $this->world->fault('a scope is finished although one below it is not');
            }
        }
        if ($scope->isCancelled() && !$scope->isClosed() && $this->numbers->one_in(2)) {
            $scope->spawn($this->callable());
            $this->world->fault('a cancelled scope takes coroutines');
        }
    }

    private function step_scope_forget(): void
    {
        if ($this->world->scopes && $this->numbers->one_in(2)) {
            unset($this->world->scopes[array_rand_key($this->world->scopes, $this->numbers)]);
        }
    }

    private function step_own_scope(): void
    {
        $scope = new Scope();
        $child = $this->child();
        for ($i = $this->numbers->below(3); $i >= 0; $i--) {
            $scope->spawn(fn() => $child->run(2));
        }
        $this->numbers->one_in(3) && $scope->cancel();
        $this->numbers->one_in(2) && $scope->awaitCompletion($this->token());
    }

    // ------------------------------------------------------------------ groups

    private function group(): TaskGroup|TaskSet
    {
        $groups = &$this->world->groups;
        if (!$groups || (count($groups) < 6 && $this->numbers->one_in(4))) {
            $class = $this->numbers->pick([TaskGroup::class, TaskSet::class]);
            $concurrency = $this->numbers->pick([null, 1, 2, 3]);
            $scope = $this->numbers->one_in(4) ? $this->scope() : null;
            $group = new $class($concurrency, $this->numbers->pick([null, 0, 1]), $scope);
            $this->world->limits[$group] = (object) ['most' => $concurrency ?? PHP_INT_MAX, 'inside' => 0];
            $groups[] = $group;
        }
        return $this->numbers->pick($groups);
    }

    /** What a task does; the group's limit holds at any moment (SPEC 40.1). */
    private function task(object $limit): Closure
    {
        $child = $this->child();
        return function (mixed ...$ignored) use ($limit, $child): mixed {
            if (++$limit->inside > $limit->most) {
                $child->world->miscounted("$limit->inside tasks of a group run, of $limit->most");
            }
            try {
                return $child->run(3);
            } finally {
                // From here on the task may wait no more: it is over for the group when it ends.
                $limit->inside--;
            }
        };
    }

    private function step_group_spawn(): void
    {
        $group = $this->group();
        $task = $this->task($this->world->limits[$group]);
        $this->numbers->one_in(4) ? $group->spawnWithKey('k' . $this->numbers->below(4), $task) : $group->spawn($task, 1);
    }

    private function step_group_wait(): void
    {
        $group = $this->group();
        $is_set = $group instanceof TaskSet;
        $future = match ($this->numbers->below(3)) {
            0 => $is_set ? $group->joinAll($this->numbers->one_in(2)) : $group->all($this->numbers->one_in(2)),
            1 => $is_set ? $group->joinNext() : $group->race(),
            2 => $is_set ? $group->joinAny() : $group->any(),
        };
        $this->numbers->one_in(3) && $group->close();
        $this->numbers->one_in(3) ? $this->world->futures[] = [new FutureState(), $future] : $future->await($this->token());
    }

    private function step_group_each(): void
    {
        $group = $this->group();
        $this->numbers->one_in(2) && $group->close();
        $left = 3;
        foreach ($group as [$value, $error]) {
            $this->world->keep($value ?? $error);
            $this->run(1);
            if (--$left === 0) {
                break;
            }
        }
    }

    private function step_group_end(): void
    {
        $group = $this->group();
        match ($this->numbers->below(6)) {
            0 => $group->close(),
            1 => $group->cancel($this->cancellation()),
            2 => $group->dispose(),
            3 => $group->finally($this->callable()),
            4 => $group instanceof TaskGroup ? $group->suppressErrors() : null,
            5 => $group->isClosed() && $group->awaitCompletion($this->token()),
        };
        if ($group instanceof TaskGroup && $group->isFinished() && count($group->getResults()) + count($group->getErrors()) !== count($group)) {
            $this->world->fault('a finished group counts ' . count($group) . ', not its results and errors');
        }
    }

    private function step_group_forget(): void
    {
        if ($this->world->groups && $this->numbers->one_in(2)) {
            unset($this->world->groups[array_rand_key($this->world->groups, $this->numbers)]);
        }
    }

    private function step_own_group(): void
    {
        $group = new TaskGroup(1 + $this->numbers->below(2), queueLimit: 0);
        $tasks = 1 + $this->numbers->below(4);
        $limit = (object) ['most' => PHP_INT_MAX, 'inside' => 0];
        for ($i = 0; $i < $tasks; $i++) {
            $group->spawn($this->task($limit));
        }
        try {
            $values = await($group->all());
            count($values) === $tasks || $this->world->fault('all() has ' . count($values) . " values of $tasks tasks");
        } catch (CompositeException $e) {
            $sum = count($e->getExceptions()) + count($group->getResults());
            $sum === $tasks || $this->world->fault("$sum results and errors of $tasks tasks");
        }
    }

    // ------------------------------------------------------------------ channels

    /** A channel whose books are kept: what was sent arrives once, or is still there. */
    private function ledger(): object
    {
        $ledgers = &$this->world->ledgers;
        if (!$ledgers || (count($ledgers) < 5 && $this->numbers->one_in(5))) {
            $timeouts = [$this->numbers->pick([0, 0, 1]), $this->numbers->pick([0, 0, 1]), $this->numbers->one_in(2)];
            $ledgers[] = (object) ['channel' => new Channel($this->numbers->below(4), ...$timeouts), 'next' => 0, 'sent' => [], 'received' => [], 'receivers' => 0];
        }
        return $this->numbers->pick($ledgers);
    }

    private function received(object $ledger, int $value): void
    {
        if (isset($ledger->received[$value])) {
            $this->world->fault("value $value of a channel was received twice");
        }
        $ledger->received[$value] = true;
    }

    private function step_ledger_send(): void
    {
        $ledger = $this->ledger();
        for ($i = $this->numbers->below(3); $i >= 0; $i--) {
            $value = $ledger->next++;
            if ($this->numbers->one_in(4)) {
                $ledger->channel->sendAsync($value) && $ledger->sent[$value] = true;
            } else {
                $ledger->channel->send($value, $this->numbers->one_in(2) ? $this->token() : null);
                $ledger->sent[$value] = true;
            }
        }
    }

    private function step_ledger_receive(): void
    {
        $ledger = $this->ledger();
        for ($i = $this->numbers->below(3); $i >= 0; $i--) {
            $token = $this->numbers->one_in(2) ? $this->token() : null;
            $ledger->receivers++;
            try {
                $value = $ledger->channel->recv($token);
            } finally {
                $ledger->receivers--;
            }
            $this->received($ledger, $value);
        }
    }

    private function step_ledger_each(): void
    {
        $ledger = $this->ledger();
        $left = 3;
        $ledger->receivers++;
        try {
            foreach ($ledger->channel as $value) {
                $this->received($ledger, $value);
                if (--$left === 0) {
                    break;
                }
            }
        } finally {
            $ledger->receivers--;
        }
    }

    /** A Future in the line: cancelled it takes no value, and one that it has already is not lost. */
    private function step_ledger_future(): void
    {
        $ledger = $this->ledger();
        $ledger->receivers++;
        $future = null;
        try {
            $future = $ledger->channel->recvAsync()->ignore();
            $this->numbers->one_in(2) && $this->run(1);
            if ($this->numbers->one_in(2)) {
                $future->cancel();
                $this->world->keep($future); // else it leaves the line by being dropped
            }
            $future->await($this->token());
        } finally {
            $ledger->receivers--;
            if ($future?->isCompleted() && !$future->isCancelled()) {
                try {
                    $this->received($ledger, $future->await());
                } catch (ChannelException) {
                }
            }
        }
    }

    private function step_ledger_check(): void
    {
        $ledger = $this->ledger();
        $channel = $ledger->channel;
        $held = count($channel);
        if ($channel->isEmpty() !== ($held === 0) || $channel->isFull() !== ($held >= max(1, $channel->capacity()))) {
            $this->world->fault("a channel of {$channel->capacity()} with $held values says otherwise");
        }
        $this->world->check_ledger($ledger);
        $this->numbers->one_in(10) && $channel->close();
    }

    private function step_receive_async(): void
    {
        $future = $this->channel()->recvAsync();
        $this->numbers->one_in(3) ? $future->ignore() : $this->world->futures[] = [new FutureState(), $future];
    }

    private function step_channel_each(): void
    {
        $left = 2;
        foreach ($this->channel() as $value) {
            $this->world->keep($value);
            $this->numbers->one_in(3) && $this->run(1);
            if (--$left === 0) {
                break;
            }
        }
    }

    // ------------------------------------------------------------------ futures

    private function step_future_derive(): void
    {
        $future = match ($this->numbers->below(4)) {
            0 => Future::completed($this->value()),
            1 => Future::failed($this->error()),
            default => $this->one_future()[1],
        };
        for ($i = $this->numbers->below(3); $i >= 0; $i--) {
            $future = match ($this->numbers->below(4)) {
                0 => $future->map($this->callable()),
                1 => $future->catch($this->callable()),
                2 => $future->finally($this->callable()),
                3 => $future->ignore(),
            };
        }
        match ($this->numbers->below(4)) {
            0 => $future->await($this->token()),
            1 => $future->cancel($this->cancellation()),
            default => $this->world->futures[] = [new FutureState(), $future],
        };
    }

    private function step_future_once(): void
    {
        [$state, $future] = [new FutureState(), null];
        $future = new Future($state);
        $calls = 0;
        $derived = $future->map(function ($value) use (&$calls) {
            $calls++;
            return $value;
        });
        $state->complete(7);
        $got = $derived->await();
        if ($got !== 7 || $calls !== 1) {
            $this->world->fault('a callback of a Future ran ' . $calls . ' times, and gave ' . json_encode($got));
        }
    }

    // ------------------------------------------------------------------ calls that end with everything below them

    private function step_within(): void
    {
        $inside = (object) ['count' => 0, 'over' => false];
        $child = $this->child();
        $work = function () use ($inside, $child): mixed {
            $inside->count++;
            try {
                $this->numbers->one_in(2) && spawn(function () use ($inside, $child): void {
                    if ($inside->over) {
                        $child->world->fault('within() has ended, and what it began begins');
                    }
                    $inside->count++;
                    try {
                        $child->run(2);
                    } finally {
                        $inside->count--;
                    }
                });
                return $child->run(3);
            } finally {
                $inside->count--;
            }
        };
        try {
            within(1 + $this->numbers->below(3), $work);
        } catch (Async\TimeoutException $e) {
            $inside->over = true;
            if ($inside->count !== 0 && $e->getPrevious() === null) {
                $this->world->miscounted("within() has ended, and $inside->count calls in it go on");
            }
            throw $e;
        }
    }

    private function step_iterate(): void
    {
        $inside = 0;
        $most = $this->numbers->below(4);
        $child = $this->child();
        $ended = false;
        $over = $this->numbers->one_in(3) ? new Collection($this->child()) : [1, 2, 3, 4];
        try {
            iterate($over, function (mixed $value) use (&$inside, &$ended, $most, $child): mixed {
                if ($ended || ++$inside > ($most ?: PHP_INT_MAX)) {
                    $ended
                        ? $child->world->fault('iterate() has ended, and calls back')
                        : $child->world->miscounted("iterate() of $most calls back $inside at once");
                }
                try {
                    return $child->run(2);
                } finally {
                    $inside--;
                }
            }, concurrency: $most, cancelPending: $this->numbers->one_in(2));
            $inside === 0 || $this->world->miscounted("iterate() has returned, and $inside callbacks go on");
        } finally {
            $ended = true;
        }
    }

    private function step_pool_use(): void
    {
        [$pool] = $this->pool();
        $child = $this->child();
        $pool->use(fn() => $child->run(3), $this->numbers->below(3));
        $this->world->check_pool($pool);
    }

    private function step_await_some(): void
    {
        $all = $this->numbers->one_in(4) ? new Collection($this->child()) : [$this->completable(), 'b' => $this->completable(), $this->channel(), $this->group()];
        $token = $this->numbers->one_in(2) ? $this->token() : null;
        $got = match ($this->numbers->below(5)) {
            0 => await_any_or_fail($all, $token),
            1 => await_first_success($all, $token),
            2 => await_any_of($this->numbers->below(4), $all, $token, fillNull: $this->numbers->one_in(2)),
            3 => await_any_of_or_fail($this->numbers->below(4), $all, $token),
            4 => await_all($all, $this->token(), preserveKeyOrder: $this->numbers->one_in(2)),
        };
        $this->world->keep($got);
    }

    private function step_context(): void
    {
        $context = $this->numbers->pick([current_context(), coroutine_context(), root_context()]);
        $key = $this->numbers->pick(['a', 'b', current_coroutine()]);
        match ($this->numbers->below(4)) {
            0 => $context->set($key, $this->value(), true),
            1 => $this->world->keep($context->find($key)),
            2 => $context->unset($key),
            3 => $context->has($key) && $context->get($key),
        };
    }

    private function step_signal(): void
    {
        $signal = $this->numbers->pick([Async\Signal::SIGUSR1, Async\Signal::SIGUSR2]);
        $future = signal($signal, $this->numbers->one_in(3) ? $this->token() : null);
        $again = signal($signal); // a listener for as long as the signal may come
        posix_kill(getmypid(), $signal->value);
        $this->numbers->one_in(2) ? $future->await($this->token()) : $future->ignore();
        $again->await();
    }

    private function step_graceful_shutdown(): void
    {
        if ($this->numbers->one_in(20)) {
            graceful_shutdown($this->cancellation());
            $this->numbers->one_in(2) && suspend();
        }
    }

    private function step_deep(): void
    {
        $fiber = new Fiber(function () {
            $this->world->fiber_ids[] = Fiber::getCurrent()->getCoroutine()->getId();
            $group = new TaskGroup();
            $child = $this->child();
            $group->spawn(fn() => $child->run(2));
            $this->numbers->one_in(2) && Fiber::suspend();
            return $group->all()->await($this->token());
        });
        $this->world->deep[] = WeakReference::create($fiber);
        $fiber->start();
        $this->run(1);
        $fiber->isSuspended() && $fiber->resume();
    }
}

--TEST--
SPEC 38.14, 40.12, 42.10, 45.7: in 400 random programs each error is received (by an await, a handler, whoever waits for a scope) or reported, and reported once
--INI--
cenote.unhandled=report
--FILE--
<?php
use Async\{AsyncCancellation, CompositeException, Coroutine, Future, FutureState, Scope, TaskGroup, TaskSet};
use function Async\{await, await_all, coroutines, spawn, suspend};

/** An error by its number. */
class Failure extends Exception {}

/** What has become of the errors of one program: by kind, the number of each error → how often. */
$seen = [];
function note(string $kind, ?Throwable $e): void {
    global $seen;
    for (; $e !== null && !$e instanceof AsyncCancellation; $e = $e->getPrevious()) {
        foreach ($e instanceof CompositeException ? $e->getExceptions() : [] as $one) { note($kind, $one); }
        if ($e instanceof Failure) { $seen[$kind][$e->getCode()] = ($seen[$kind][$e->getCode()] ?? 0) + 1; }
    }
}
set_exception_handler(fn (Throwable $e) => note('reported', $e));
set_error_handler(function (int $level, string $text): bool {
    if (preg_match('/^Unhandled (?:errors in TaskGroup: 1, first:|exception in Future:) failure (\d+)/', $text, $found)) {
        note('reported', new Failure('', (int) $found[1]));
    } elseif (!str_contains($text, 'never used')) {
        echo "unexpected: $text\n";
    }
    return true;
});
function choose(mixed ...$of): mixed { return $of[mt_rand(0, count($of) - 1)]; }
function some(): void { for ($n = mt_rand(0, 3); $n > 0; $n--) { suspend(); } }
function receive(string $kind, callable $wait): void {
    try { $wait(); } catch (Throwable $e) { note($kind, $e); }
}

function program(): array {
    $last = 0;
    $thrown = $held = $scopes = [];
    $fail = function () use (&$last, &$thrown): Closure {
        $number = ++$last;
        return function () use ($number, &$thrown): int {
            some();
            if (mt_rand(0, 9) === 0) { return $number; }
            $thrown[] = $number;
            throw new Failure("failure $number", $number);
        };
    };
    for ($n = mt_rand(0, 3); $n > 0; $n--) {
        $scope = $scopes === [] || mt_rand(0, 1) ? new Scope() : Scope::inherit(choose(...$scopes));
        $handler = choose(
            fn ($s, Coroutine $c, Throwable $e) => note('handled', $e),
            fn ($s, Coroutine $c, Throwable $e) => throw new LogicException('on', 0, $e),
            null,
        );
        if ($handler) { choose($scope->setExceptionHandler(...), $scope->setChildScopeExceptionHandler(...))($handler); }
        if (mt_rand(0, 1)) { $scope->allowZombies(); }
        $scopes[] = $scope;
    }
    for ($n = mt_rand(1, 8); $n > 0; $n--) {
        switch (mt_rand(0, 6)) {
            case 0: case 1: case 2: case 3: // a coroutine: held or not, awaited before, after or never
                $scope = choose(null, ...$scopes);
                try { $c = $scope ? $scope->spawn($fail()) : spawn($fail()); } catch (Async\AsyncException) { break; }
                $what = mt_rand(0, 4);
                if ($what < 2) {
                    spawn(function () use ($c, $what): void {
                        if ($what) { some(); }
                        receive('awaited', fn () => mt_rand(0, 1) ? await($c) : array_map(fn ($e) => throw $e, await_all([$c])[1]));
                    });
                } elseif ($what === 2) {
                    $held[] = $c;
                }
                unset($c);
                break;
            case 4: // somebody waits for a scope
                $scope = choose(null, ...$scopes);
                if ($scope) { spawn(function () use ($scope): void { some(); receive('awaited', fn () => $scope->awaitCompletion(new Future(new FutureState()))); }); }
                break;
            case 5: // a group of one task
                $scope = choose(null, ...$scopes);
                try { $group = mt_rand(0, 1) ? new TaskGroup(scope: $scope) : new TaskSet(scope: $scope); } catch (Async\AsyncException) { break; }
                $group->spawn($fail());
                $look = mt_rand(0, 4);
                spawn(function () use ($group, $look): void {
                    some();
                    match (true) {
                        $look === 0 => receive('awaited', fn () => await($group instanceof TaskGroup ? $group->all() : $group->joinAll())),
                        $look === 1 => receive('awaited', fn () => await($group instanceof TaskGroup ? $group->race() : $group->joinNext())),
                        $look === 2 => (function () use ($group) { $group->close(); foreach ($group as [, $e]) { note('awaited', $e); } })(),
                        $look === 3 && $group instanceof TaskGroup => array_map(fn ($e) => note('awaited', $e), $group->getErrors()),
                        default => some(),
                    };
                });
                unset($group);
                break;
            case 6: // a future, with or without others made of it
                $state = new FutureState();
                $future = new Future($state);
                $number = ++$last;
                spawn(function () use ($state, $number, &$thrown): void { some(); $thrown[] = $number; $state->error(new Failure("failure $number", $number)); });
                for ($chain = mt_rand(0, 2); $chain > 0; $chain--) { $future = mt_rand(0, 1) ? $future->map(fn ($v) => $v) : $future->finally(fn () => 0); }
                if (mt_rand(0, 1)) {
                    $look = mt_rand(0, 1);
                    spawn(function () use ($future, $look): void {
                        some();
                        $look ? receive('awaited', fn () => $future->await()) : $future->catch(fn (Throwable $e) => note('awaited', $e))->ignore();
                    });
                }
                unset($state, $future);
        }
        some();
    }
    if ($scopes !== [] && mt_rand(0, 2) === 0) { choose(...$scopes)->cancel(); }
    for ($n = 0; $n < 20; $n++) { suspend(); }
    foreach ($held as $c) {
        if (mt_rand(0, 1)) { note('awaited', $c->getException()); }
    }
    return $thrown;
}

for ($seed = 1; $seed <= 400; $seed++) {
    mt_srand($seed);
    $seen = [];
    $thrown = program();
    gc_collect_cycles();
    for ($n = 0; $n < 5; $n++) { suspend(); }
    foreach ($thrown as $number) {
        [$awaited, $handled, $reported] = array_map(fn ($kind) => $seen[$kind][$number] ?? 0, ['awaited', 'handled', 'reported']);
        $right = $reported === 1 ? $awaited + $handled === 0 : $reported === 0 && $handled <= 1 && $awaited + $handled > 0;
        if (!$right) { echo "seed $seed, error $number: awaited $awaited, handled $handled, reported $reported\n"; }
    }
    $unknown = array_diff(array_merge(...array_map(array_keys(...), array_values($seen))), $thrown);
    if ($unknown !== []) { echo "seed $seed: received what nobody threw: ", implode(', ', $unknown), "\n"; }
    if (count(coroutines()) > 1) { echo "seed $seed leaves ", count(coroutines()), " coroutines\n"; exit(1); }
}
echo "done\n";
?>
--EXPECT--
done

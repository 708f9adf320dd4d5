--TEST--
SPEC 40.12: errors that nobody has seen when the group goes are told to the exception handlers of its scopes, else by a warning; cancellations never
--FILE--
<?php
use Async\{AsyncCancellation, CompositeException, Coroutine, Scope, TaskGroup};
use function Async\{await, suspend};

set_error_handler(function (int $level, string $text) { echo $level === E_WARNING ? 'warning: ' : '', $text, "\n"; return true; });
function group(?Scope $s = null): TaskGroup {
    $g = new TaskGroup(scope: $s);
    $g->spawn(fn () => throw new Exception('first'));
    $g->spawn(fn () => throw new Exception('second'));
    $g->spawn(fn () => throw new AsyncCancellation('never lost'));
    suspend();
    return $g;
}
$looks = [
    'nobody' => fn ($g) => 0,
    'all' => function ($g) { try { await($g->all()); } catch (CompositeException) {} },
    'all, not awaited' => fn ($g) => $g->all()->isCompleted(),
    'race' => function ($g) { try { await($g->race()); } catch (Exception) {} },
    'getErrors' => fn ($g) => $g->getErrors(),
    'suppressErrors' => fn ($g) => $g->suppressErrors(),
    'cancel' => fn ($g) => $g->cancel(),
    'later' => function ($g) { $g->suppressErrors(); $g->spawn(fn () => throw new Exception('later')); suspend(); },
    'foreach' => function ($g) { $g->close(); foreach ($g as $_) { break; } },
];
foreach ($looks as $name => $look) {
    echo "-- $name\n";
    $g = group();
    $look($g);
    unset($g);
}
echo "-- a handler\n";
$s = new Scope();
$s->setExceptionHandler(function (Scope $s, Coroutine $c, Throwable $e) {
    echo get_class($e), ' ', implode(', ', array_map(fn ($e) => $e->getMessage(), $e->getExceptions())), '; ', $c->getException()->getMessage(), "\n";
});
$g = group($s);
unset($g);
var_dump($s->isCancelled());
echo "-- a set\n";
$set = new Async\TaskSet();
$set->spawn(fn () => throw new Exception('joined'));
$set->spawn(fn () => throw new Exception('left'));
try { await($set->joinNext()); } catch (Exception) {}
unset($set);
?>
--EXPECTF--
-- nobody
warning: Unhandled errors in TaskGroup: 2, first: first
-- all
-- all, not awaited
warning: Future was never used; call await(), map(), catch(), finally() or ignore() to suppress this warning. Created at %s:17
warning: Unhandled exception in Future: ; use catch() or ignore() to handle. Created at %s:17, completed at %s
warning: Unhandled errors in TaskGroup: 2, first: first
-- race
warning: Unhandled errors in TaskGroup: 1, first: second
-- getErrors
-- suppressErrors
-- cancel
-- later
warning: Unhandled errors in TaskGroup: 1, first: later
-- foreach
warning: Unhandled errors in TaskGroup: 1, first: second
-- a handler
Async\CompositeException first, second; first
bool(false)
-- a set
warning: Unhandled errors in TaskGroup: 1, first: left

--TEST--
SPEC 40.12: an error that comes after the group has gone is told as well, of a task that ran then or that was cancelled; a cancellation is not
--FILE--
<?php
use Async\{AsyncCancellation, Coroutine, Scope, TaskGroup, TaskSet};
use function Async\{delay, suspend};

set_error_handler(function (int $level, string $text) { echo $level === E_WARNING ? 'warning: ' : '', $text, "\n"; return true; });
$late = function (string $text): void {
    try {
        delay(10_000);
    } finally {
        suspend();
        throw new Exception($text);
    }
};
foreach ([TaskGroup::class, TaskSet::class] as $class) {
    $g = new $class(concurrency: 2);
    $g->spawn($late, "late of $class");
    $g->spawn(fn () => delay(10_000));
    $g->spawn(fn () => print 'never begins');
    suspend();
    unset($g);
    delay(1);
}
echo "-- one that was seen before is not told again\n";
$g = new TaskGroup();
$g->spawn(fn () => throw new Exception('early'));
$g->spawn($late, 'late');
suspend();
$g->getErrors();
unset($g);
delay(1);
echo "-- a handler\n";
$s = new Scope();
$s->setExceptionHandler(function (Scope $s, Coroutine $c, Throwable $e) {
    echo implode(', ', array_map(fn ($e) => $e->getMessage(), $e->getExceptions())), "\n";
});
$g = new TaskGroup(scope: $s);
$g->spawn($late, 'to the handler');
suspend();
unset($g);
delay(1);
?>
--EXPECT--
warning: Unhandled errors in TaskGroup: 1, first: late of Async\TaskGroup
warning: Unhandled errors in TaskGroup: 1, first: late of Async\TaskSet
-- one that was seen before is not told again
warning: Unhandled errors in TaskGroup: 1, first: late
-- a handler
to the handler

--TEST--
SPEC 42.9: a state that nobody has used is a warning
--FILE--
<?php
use Async\{AsyncCancellation, AsyncException, Awaitable, Channel, ChannelCloseReason, ChannelException, Completable, CompositeException, Coroutine, Future, FutureState, OperationCanceledException, TimeoutException};
use function Async\{await, await_all, await_all_or_fail, await_any_of, await_any_of_or_fail, await_any_or_fail, await_first_success, current_coroutine, delay, spawn, suspend, timeout};
require __DIR__ . '/../coroutine/helpers.inc';

$s = new FutureState;
$f = new Future($s);
$s->complete(1);
unset($f, $s);
echo "next\n";
$used = [
    fn ($f) => $f->await(), fn ($f) => $f->map(fn () => 1)->await(), fn ($f) => $f->catch(fn () => 1)->await(),
    fn ($f) => $f->finally(fn () => 1)->await(), fn ($f) => $f->ignore(), fn ($f) => await_all([$f]), fn ($f) => await(spawn(fn () => 1), $f),
];
foreach ($used as $use) { try { $use(Future::completed(1)); } catch (AsyncCancellation) {} }
echo "end\n";
?>
--EXPECTF--
Warning: Future was never used; call await(), map(), catch(), finally() or ignore() to suppress this warning. Created at %sunused_is_a_warning.php:6 in %s on line %d
next
end

--TEST--
SPEC 2.3: Coroutine and Future are Completable; awaiting oneself throws Error
--FILE--
<?php
use Async\Completable;
use Async\Coroutine;
use Async\Future;
use function Async\await;
use function Async\current_coroutine;
use function Async\spawn;

require __DIR__ . '/helpers.inc';

line((new ReflectionClass(Completable::class))->isInterface());
line(is_subclass_of(Coroutine::class, Completable::class), is_subclass_of(Future::class, Completable::class));

throws(fn () => await(current_coroutine()));
$self = spawn(function () use (&$self) {
    throws(fn () => await($self));
});
settle();

finish();
--EXPECTF--
true
true true
Error: %s
Error: %s
done

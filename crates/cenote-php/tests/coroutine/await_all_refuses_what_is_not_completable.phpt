--TEST--
SPEC 37.4, 37.6: an element that is no Awaitable is refused, null is passed over; an exception of the iterator passes through
--FILE--
<?php
require __DIR__ . '/helpers.inc';
use function Async\{spawn, await_all, await_all_or_fail};

attempt_class(fn() => await_all([spawn(fn() => 1), 'text']));
attempt_class(fn() => await_all_or_fail([spawn(fn() => 1), new stdClass]));
attempt_class(fn() => await_all([null]));
$broken = function () { yield spawn(fn() => 1); throw new DomainException('iterator failed'); };
attempt(fn() => await_all($broken()));
attempt(fn() => await_all_or_fail($broken()));
Async\suspend();
echo "done\n";
?>
--EXPECT--
Async\AsyncException
Async\AsyncException
nothing thrown
DomainException: iterator failed
DomainException: iterator failed
done

--TEST--
SPEC 30: an element that is not Completable is a TypeError; an exception of the iterator passes through
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
TypeError
TypeError
TypeError
DomainException: iterator failed
DomainException: iterator failed
done

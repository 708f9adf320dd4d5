--TEST--
SPEC 45.8: await() goes on throwing an error, the same object, that a handler, scope or group took
--FILE--
<?php
use Async\{Scope, TaskGroup};
use function Async\{await, delay, spawn, suspend, timeout};

$again = function (string $name, Async\Completable $c, ?Throwable $taken) {
    foreach ([1, 2] as $_) {
        try { await($c); echo "$name: no error\n"; } catch (Exception $e) { echo $name, ': ', $e->getMessage(), ' ', var_export($e === $taken, true), "\n"; }
    }
};
$scope = new Scope();
$taken = null;
$scope->setExceptionHandler(function ($s, $c, $e) use (&$taken) { $taken = $e; });
$c = $scope->spawn(fn () => throw new Exception('handler'));
suspend();
$again('handler', $c, $taken);

$scope = new Scope();
$c = $scope->spawn(fn () => throw new Exception('scope'));
try { $scope->awaitCompletion(timeout(60000)); } catch (Exception $e) { $taken = $e; }
$again('scope', $c, $taken);

$group = new TaskGroup();
$group->spawn(fn () => throw new Exception('group'));
$group->close();
$race = $group->race();
try { await($race); } catch (Exception $e) { $taken = $e; }
$again('group', $race, $taken);
echo $group->getErrors()[0] === $taken ? "the same\n" : "another\n";
?>
--EXPECT--
handler: handler true
handler: handler true
scope: scope true
scope: scope true
group: group true
group: group true
the same

--TEST--
SPEC 40.13: a set removes what it delivers; each join gives the next; joinAny() leaves failed entries; joinAll() after all are delivered is empty
--FILE--
<?php
use Async\{AsyncException, CompositeException, TaskSet};
use function Async\{await, suspend};

$s = new TaskSet();
foreach (['a', 'b', 'c'] as $v) { $s->spawn(function () use ($v) { suspend(); return $v; }); }
$futures = [$s->joinNext(), $s->joinNext()];
echo count($s), await($futures[1]), await($futures[0]), count($s), "\n";
echo await($s->joinNext()), count($s), "\n";
foreach (['joinNext', 'joinAny'] as $join) {
    try { $s->$join(); } catch (AsyncException $e) { echo $e->getMessage(), "\n"; }
}
echo json_encode(await($s->joinAll())), "\n";
$s->spawn(fn () => throw new Exception('one'));
$s->spawn(fn () => 'value');
echo await($s->joinAny()), count($s), "\n";
try { await($s->joinAny()); } catch (CompositeException $e) { echo count($e->getExceptions()), ' ', count($s), "\n"; }
try { await($s->joinNext()); } catch (Exception $e) { echo $e->getMessage(), count($s), "\n"; }
$s->spawnWithKey('k', fn () => 1);
$s->spawn(fn () => throw new Exception('two'));
try { await($s->joinAll()); } catch (CompositeException $e) { echo count($e->getExceptions()), count($s), "\n"; }
$s->spawnWithKey('k', fn () => 2); // the key is free again
echo json_encode(await($s->joinAll())), json_encode(await($s->joinAll(ignoreErrors: true))), "\n";
$unused = $s->joinAll();
$unused->ignore();
foreach (['getResults', 'getErrors', 'suppressErrors', 'all', 'race', 'any'] as $method) { var_dump(method_exists($s, $method)); }
// More joins than tasks: the last ones fail once nothing can come.
$s->spawn(fn () => 'x');
[$first, $second] = [$s->joinNext(), $s->joinNext()];
$s->close();
echo await($first), "\n";
try { await($second); } catch (AsyncException $e) { echo $e->getMessage(), "\n"; }
?>
--EXPECT--
3ba1
c0
Cannot race on an empty TaskGroup
Cannot call any() on an empty TaskGroup
[]
value1
1 1
one0
10
{"k":2}[]
bool(false)
bool(false)
bool(false)
bool(false)
bool(false)
bool(false)
x
Cannot race on an empty TaskGroup

--TEST--
SPEC 40.6: race() is the first settled, any() the first value; of those settled already the first spawned; asked again, the same
--FILE--
<?php
use Async\{AsyncException, CompositeException, TaskGroup};
use function Async\{await, suspend};

$g = new TaskGroup();
foreach (['race' => 'Cannot race', 'any' => 'Cannot call any()'] as $method => $_) {
    try { $g->$method(); } catch (AsyncException $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
}
$g->spawn(function () { suspend(); suspend(); return 'slow'; });
$g->spawn(fn () => throw new Exception('fails first'));
$g->spawn(function () { suspend(); return 'value'; });
[$race, $any] = [$g->race(), $g->any()];
try { await($race); } catch (Exception $e) { echo $e->getMessage(), "\n"; }
echo await($any), "\n";
await($g->all(true));
try { await($g->race()); } catch (Exception $e) { echo $e->getMessage(), "\n"; }
echo await($g->any()), "\n";
$settled = new TaskGroup();
$settled->spawn(function () { suspend(); return 'first spawned'; });
$settled->spawn(fn () => 'first settled');
await($settled->all());
echo await($settled->race()), ', ', await($settled->any()), "\n";
$failed = new TaskGroup();
$failed->spawn(fn () => throw new Exception('a'));
$failed->spawn(fn () => throw new Exception('b'));
try { await($failed->any()); } catch (CompositeException $e) { echo count($e->getExceptions()), "\n"; }
?>
--EXPECT--
Async\AsyncException: Cannot race on an empty TaskGroup
Async\AsyncException: Cannot call any() on an empty TaskGroup
fails first
value
fails first
value
first spawned, first spawned
2

--TEST--
SPEC 40.9: isFinished() if nothing runs or waits; count() has tasks of all states
--FILE--
<?php
use Async\TaskGroup;
use function Async\{await, suspend};

$g = new TaskGroup(1);
var_dump($g->isFinished(), $g->isClosed(), count($g));
$g->spawn(fn () => suspend());
$g->spawn(fn () => throw new Exception('x'));
$g->spawn(fn () => 1);
var_dump($g->isFinished(), $g->count());
await($g->all(true));
var_dump($g->isFinished(), $g->count(), $g->getResults(), array_keys($g->getErrors()));
?>
--EXPECT--
bool(true)
bool(false)
int(0)
bool(false)
int(3)
bool(true)
int(3)
array(2) {
  [0]=>
  NULL
  [2]=>
  int(1)
}
array(1) {
  [0]=>
  int(1)
}

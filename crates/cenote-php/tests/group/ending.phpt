--TEST--
SPEC 40.8: cancel() closes, drops waiting tasks and cancels running ones; dispose() cancels but does not close, and waiting tasks start and are cancelled where they wait
--FILE--
<?php
use Async\{AsyncCancellation, TaskGroup};
use function Async\{delay, suspend};

function tasks(): TaskGroup {
    $g = new TaskGroup(concurrency: 1);
    foreach (['running', 'waiting'] as $name) {
        $g->spawnWithKey($name, function () use ($name) {
            echo "$name begins\n";
            try { delay(60000); } catch (AsyncCancellation $e) { echo "$name: ", $e->getMessage(), "\n"; throw $e; }
        });
    }
    suspend();
    return $g;
}
$g = tasks();
$g->cancel();
var_dump($g->isClosed(), $g->isFinished(), $g->count());
$g->awaitCompletion();
$g->cancel();
var_dump(array_keys($g->getErrors()));
$given = new AsyncCancellation('given');
$g = tasks();
$g->cancel($given);
$g->awaitCompletion();
var_dump($g->getErrors()['running'] === $given);
echo "-- dispose\n";
$g = tasks();
$g->dispose();
var_dump($g->isClosed());
$g->close();
$g->awaitCompletion();
var_dump($g->count());
echo "-- dropped\n";
$g = tasks();
unset($g);
suspend();
suspend();
?>
--EXPECT--
running begins
bool(true)
bool(false)
int(1)
running: TaskGroup cancelled
array(1) {
  [0]=>
  string(7) "running"
}
running begins
running: given
bool(true)
-- dispose
running begins
bool(false)
running: Scope is being disposed due to TaskGroup disposal
waiting begins
waiting: Scope is being disposed due to TaskGroup disposal
int(2)
-- dropped
running begins
running: Scope is being disposed due to TaskGroup destruction

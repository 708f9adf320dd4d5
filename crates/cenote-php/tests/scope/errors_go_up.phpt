--TEST--
SPEC 38.14: an error that nobody awaits goes up through the scopes: handlers are asked, else the scope is cancelled and those who wait for it get it
--FILE--
<?php
use Async\{AsyncCancellation, Coroutine, Scope};
use function Async\{await, delay, spawn, suspend, timeout};

$handler = fn (string $name) => function (Scope $s, Coroutine $c, Throwable $e) use ($name) {
    echo $name, ': ', $e->getMessage(), $e->getPrevious() ? ' after ' . $e->getPrevious()->getMessage() : '', "\n";
};
$fail = fn () => throw new Exception('error');
echo "-- a handler takes it\n";
$s = new Scope();
$s->setExceptionHandler($handler('replaced'));
$s->setExceptionHandler($handler('own'));
$s->setChildScopeExceptionHandler($handler('child'));
$c = $s->spawn($fail);
suspend();
var_dump($s->isCancelled());
try { await($c); } catch (Exception $e) { echo "await: ", $e->getMessage(), "\n"; }
echo "-- above, the child handler\n";
$below = Scope::inherit($s);
$below->spawn($fail);
suspend();
var_dump($below->isCancelled(), $s->isCancelled());
echo "-- one that throws passes on what it threw\n";
$middle = Scope::inherit($s);
$middle->setExceptionHandler(fn ($s, $c, $e) => throw new Exception('new'));
$middle->spawn($fail);
suspend();
var_dump($middle->isCancelled(), $s->isCancelled());
echo "-- without handler, those who wait get it\n";
$t = new Scope();
$t->spawn(function () { try { delay(60000); } catch (AsyncCancellation $e) { echo 'sibling: ', $e->getMessage(), "\n"; } });
$below = Scope::inherit($t);
$below->spawn($fail);
try { $t->awaitCompletion(timeout(60000)); } catch (Exception $e) { echo 'thrown: ', $e->getMessage(), "\n"; }
var_dump($below->isCancelled(), $t->isCancelled());
suspend();
echo "-- an error that is awaited goes nowhere\n";
$u = new Scope();
$u->setExceptionHandler($handler('never'));
try { await($u->spawn($fail)); } catch (Exception $e) { echo "await: ", $e->getMessage(), "\n"; }
echo "-- nor does a cancellation\n";
$u->spawn(fn () => throw new AsyncCancellation('x'));
suspend();
var_dump($u->isCancelled());
echo "-- handlers may wait\n";
$u->setExceptionHandler(function () use (&$waited) { delay(1); echo "has waited\n"; $waited = true; });
$u->spawn($fail);
while (!isset($waited)) { suspend(); }
echo "-- held by the program, it waits for an await\n";
$v = new Scope();
$held = $v->spawn($fail);
suspend();
var_dump($v->isCancelled());
try { await($held); } catch (Exception $e) { echo "await: ", $e->getMessage(), "\n"; }
echo "-- else it is reported\n";
set_exception_handler(function (Throwable $e) { echo 'reported: ', $e->getMessage(), "\n"; });
$w = Scope::inherit();
$w->spawn($fail);
suspend();
suspend();
?>
--EXPECT--
-- a handler takes it
own: error
bool(false)
await: error
-- above, the child handler
child: error
bool(true)
bool(false)
-- one that throws passes on what it threw
child: new after error
bool(true)
bool(false)
-- without handler, those who wait get it
sibling: Scope was cancelled
thrown: error
bool(true)
bool(true)
-- an error that is awaited goes nowhere
await: error
-- nor does a cancellation
bool(false)
-- handlers may wait
has waited
-- held by the program, it waits for an await
bool(true)
await: error
-- else it is reported
reported: error

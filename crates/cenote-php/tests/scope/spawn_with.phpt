--TEST--
SPEC 38.17, 43.1: spawn_with() asks the provider once; a strategy is called before and after the coroutine is queued, and an error before means no coroutine
--FILE--
<?php
use Async\{Coroutine, Scope, ScopeProvider, SpawnStrategy};
use function Async\{await, coroutines, delay, spawn, spawn_with, suspend};

class Provider implements ScopeProvider {
    public int $asked = 0;
    function __construct(public ?Scope $scope) {}
    function provideScope(): ?Scope { $this->asked++; return $this->scope; }
}
$s = new Scope();
$p = new Provider($s);
$c = spawn_with($p, fn (int $a, int $b) => [$a, $b], b: 2, a: 1);
var_dump($p->asked, $s->isFinished());
echo json_encode(await($c)), "\n";
// null: the current scope.
$outer = new Scope();
$outer->spawn(function () { $c = spawn_with(new Provider(null), fn () => delay(1)); });
suspend();
suspend();
var_dump($outer->isFinished());
// A scope that only the call holds lives as long as its coroutine.
echo await(spawn_with(new class implements ScopeProvider { function provideScope(): ?Scope { return new Scope(); } }, function () { delay(1); return "temporary\n"; }));
class Failing implements ScopeProvider { function provideScope(): ?Scope { throw new Exception('no scope'); } }
try { spawn_with(new Failing(), fn () => 1); } catch (Exception $e) { echo $e->getMessage(), "\n"; }
class Strategy implements SpawnStrategy {
    function __construct(private Scope $scope, private bool $fails = false) {}
    function provideScope(): ?Scope { return $this->scope; }
    function beforeCoroutineEnqueue(Coroutine $coroutine, Scope $scope): array {
        echo 'before ', json_encode([$scope === $this->scope, $coroutine->isStarted(), $coroutine->isQueued()]), "\n";
        suspend();
        if ($this->fails) { throw new Exception('refused'); }
        return [];
    }
    function afterCoroutineEnqueue(Coroutine $coroutine, Scope $scope): void {
        echo 'after ', json_encode([$scope === $this->scope, $coroutine->isStarted(), $coroutine->isQueued()]), "\n";
    }
}
await(spawn_with(new Strategy($s), fn () => print("runs\n")));
$before = count(coroutines());
try { spawn_with(new Strategy($s, true), fn () => print("never\n")); } catch (Exception $e) { echo $e->getMessage(), "\n"; }
var_dump(count(coroutines()) - $before, $s->isFinished());
suspend();
try { spawn_with('x', fn () => 1); } catch (TypeError $e) { echo $e->getMessage(), "\n"; }
?>
--EXPECT--
int(1)
bool(false)
[1,2]
bool(false)
temporary
no scope
before [true,false,false]
after [true,false,true]
runs
before [true,false,false]
refused
int(0)
bool(true)
Async\spawn_with(): Argument #1 ($provider) must be of type Async\ScopeProvider, string given

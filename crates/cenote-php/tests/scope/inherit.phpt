--TEST--
SPEC 38.2, 38.16: inherit() makes a child of the given or the current scope, but not of a disposed one; getChildScopes() has those that exist, in order
--FILE--
<?php
use Async\{AsyncException, Scope};
use function Async\{await, spawn};

$s = new Scope();
var_dump($s->getChildScopes());
$a = Scope::inherit($s);
$b = Scope::inherit($s);
$below = Scope::inherit($a);
var_dump($s->getChildScopes() === [$a, $b], $a->getChildScopes() === [$below]);
$c = await($s->spawn(fn () => Scope::inherit()));
var_dump($s->getChildScopes() === [$a, $b, $c]);
unset($b);
var_dump($s->getChildScopes() === [$a, $c]);
$top = Scope::inherit();
var_dump($top->getChildScopes(), $top === Scope::inherit(null));
$s->dispose();
try { Scope::inherit($s); } catch (AsyncException $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
try { Scope::inherit($a); } catch (AsyncException $e) { echo $e->getMessage(), "\n"; }
$cancelled = new Scope();
$cancelled->cancel();
var_dump(Scope::inherit($cancelled)->isCancelled());
?>
--EXPECT--
array(0) {
}
bool(true)
bool(true)
bool(true)
bool(true)
array(0) {
}
bool(false)
Async\AsyncException: Cannot inherit a Scope from a parent Scope that has already been disposed.
Cannot inherit a Scope from a parent Scope that has already been disposed.
bool(false)

--TEST--
SPEC 39.5: set() replaces a value only if told to, one above does not count; set() and unset() give the context
--FILE--
<?php
use Async\{AsyncException, Context, Scope};
use function Async\{await, current_context, root_context};

$c = new Context();
var_dump($c->set('a', 1) === $c, $c->unset('a') === $c, $c->unset('a') === $c, $c->has('a'));
$c->set('a', 1);
try { $c->set('a', 2); } catch (AsyncException $e) { echo get_class($e), ': ', $e->getMessage(), ' ', $c->get('a'), "\n"; }
try { $c->set('a', 2, false); } catch (AsyncException $e) { echo $c->get('a'), "\n"; }
echo $c->set('a', 3, replace: true)->get('a'), $c->set('b', 4, true)->get('b'), "\n";
root_context()->set('above', 1);
$s = Scope::inherit();
echo await($s->spawn(fn () => current_context()->set('above', 2)->get('above'))), root_context()->get('above'), "\n";
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(false)
Async\AsyncException: Context key already exists and replace is false 1
1
34
21

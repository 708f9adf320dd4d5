--TEST--
SPEC 39.1, 43.8: each context is made when first asked for and stays the same object; at top level the current one is the root
--FILE--
<?php
use Async\Scope;
use function Async\{await, coroutine_context, current_context, current_coroutine, root_context, spawn};

var_dump(current_context() === root_context(), coroutine_context() === root_context());
var_dump(coroutine_context() === current_coroutine()->getContext());
$c = spawn(fn () => [current_context(), coroutine_context(), coroutine_context()]);
[$current, $own, $again] = await($c);
var_dump($current === root_context(), $own === $again, $own === $c->getContext(), $own === coroutine_context());
$s = new Scope();
[$a, $b] = [await($s->spawn(current_context(...))), await($s->spawn(current_context(...)))];
var_dump($a === $b, $a === root_context());
?>
--EXPECT--
bool(true)
bool(false)
bool(true)
bool(true)
bool(true)
bool(true)
bool(false)
bool(true)
bool(false)

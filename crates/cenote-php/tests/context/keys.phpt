--TEST--
SPEC 39.6: objects are keys by identity and kept alive; other keys than strings and objects are a TypeError, also without strict_types
--FILE--
<?php
use Async\Context;

class Key { function __destruct() { echo "gone\n"; } }
$c = new Context();
$key = new Key();
$c->set($key, 'held');
var_dump($c->has($key), $c->has(new Key()), $c->get($key));
$id = spl_object_id($key);
unset($key);
echo "kept\n";
unset($c);
$c = new Context();
$c->set('1', 'text');
var_dump($c->has('1'), $c->has('01'), $c->has(''));
foreach ([1, 1.5, true, null, []] as $wrong) {
    try { $c->set($wrong, 1); } catch (TypeError $e) { echo $e->getMessage(), "\n"; }
}
foreach (['find', 'get', 'has', 'findLocal', 'getLocal', 'hasLocal', 'unset'] as $method) {
    try { $c->$method(1); } catch (TypeError $e) { echo $e->getMessage(), "\n"; }
}
?>
--EXPECT--
gone
bool(true)
bool(false)
string(4) "held"
kept
gone
bool(true)
bool(false)
bool(false)
Async\Context::set(): Argument #1 ($key) must be of type string|object, int given
Async\Context::set(): Argument #1 ($key) must be of type string|object, float given
Async\Context::set(): Argument #1 ($key) must be of type string|object, bool given
Async\Context::set(): Argument #1 ($key) must be of type string|object, null given
Async\Context::set(): Argument #1 ($key) must be of type string|object, array given
Async\Context::find(): Argument #1 ($key) must be of type string|object, int given
Async\Context::get(): Argument #1 ($key) must be of type string|object, int given
Async\Context::has(): Argument #1 ($key) must be of type string|object, int given
Async\Context::findLocal(): Argument #1 ($key) must be of type string|object, int given
Async\Context::getLocal(): Argument #1 ($key) must be of type string|object, int given
Async\Context::hasLocal(): Argument #1 ($key) must be of type string|object, int given
Async\Context::unset(): Argument #1 ($key) must be of type string|object, int given

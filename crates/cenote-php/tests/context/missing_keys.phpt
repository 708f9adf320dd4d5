--TEST--
SPEC 39.4: a missing key: find gives null, get throws a ContextException; null is a value
--FILE--
<?php
use Async\{AsyncException, Context, ContextException};

$c = new Context();
foreach (['get', 'getLocal'] as $get) {
    foreach (['name', new ArrayObject()] as $key) {
        try { $c->$get($key); } catch (AsyncException $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
    }
}
var_dump($c->find('name'), $c->findLocal('name'), $c->has('name'));
$c->set('name', null);
var_dump($c->has('name'), $c->hasLocal('name'), $c->get('name'), $c->getLocal('name'));
?>
--EXPECT--
Async\ContextException: Context key "name" not found
Async\ContextException: Context key of type ArrayObject not found
Async\ContextException: Context key "name" not found
Async\ContextException: Context key of type ArrayObject not found
NULL
NULL
bool(false)
bool(true)
bool(true)
NULL
NULL

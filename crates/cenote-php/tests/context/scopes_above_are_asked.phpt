--TEST--
SPEC 39.2, 39.3: find, get and has ask the scopes above too, up to one without parent; the Local forms and a coroutine's own context do not
--FILE--
<?php
use Async\{Context, Scope};
use function Async\{await, coroutine_context, current_context, root_context, spawn};

root_context()->set('app', 'shop');
$outer = Scope::inherit();
$middle = Scope::inherit($outer); // has no context
$inner = Scope::inherit($middle);
await($outer->spawn(fn () => current_context()->set('user', 'ann')));
echo json_encode(await($inner->spawn(function () {
    $c = current_context();
    $c->set('app', 'own');
    return [$c->get('user'), $c->find('user'), $c->has('user'), $c->findLocal('user'), $c->hasLocal('user'), $c->get('app'), $c->getLocal('app'), $c->unset('app')->get('app')];
}))), "\n";
$alone = new Scope();
echo json_encode(await($alone->spawn(fn () => [current_context()->find('app'), current_context()->has('app'), root_context()->get('app')]))), "\n";
coroutine_context()->set('mine', 1);
echo json_encode(await(spawn(fn () => [coroutine_context()->find('mine'), coroutine_context()->find('app'), current_context()->find('mine'), current_context()->find('app')]))), "\n";
var_dump((new Context())->has('app'));
?>
--EXPECT--
["ann","ann",true,null,false,"own","own","shop"]
[null,false,"shop"]
[null,null,null,"shop"]
bool(false)

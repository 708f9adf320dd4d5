--TEST--
SPEC 30.19: after isolate_superglobals() each coroutine has superglobals of its own, which begin as its spawner's
--EXTENSIONS--
cenote
--FILE--
<?php
function seen(string $who): void
{
    echo $who, ': ', json_encode([$_GET, $_POST, $_SERVER['PATH_INFO'] ?? null, $_REQUEST['a'] ?? null, $_SESSION ?? null]), "\n";
}
$_GET = ['page' => 'main'];
$gates = array_map(fn () => new Async\FutureState(), range(0, 3));
$pass = fn (int $number) => Async\await(new Async\Future($gates[$number]));
$before = Async\spawn(function () use ($pass) {
    $pass(0);
    seen('began before');
});
Async\suspend();
Async\isolate_superglobals();
Async\isolate_superglobals();
$requests = [$before];
foreach ([1, 2, 3] as $number) {
    $requests[] = Async\spawn(function () use ($number, $pass) {
        seen("request $number begins");
        $_GET = ['number' => $number];
        $_POST['field'] = $number;
        $_SERVER['PATH_INFO'] = "/$number";
        $_REQUEST['a'] = $number;
        $_SESSION['user'] = $number;
        // The table of globals grows.
        for ($i = 0; $i < 100; $i++) {
            $GLOBALS["variable_{$number}_$i"] = $i;
        }
        $pass($number);
        $_GET['more'] = true;
        seen("request $number goes on");
        Async\await(Async\spawn(fn () => seen("child of $number")));
        (new Fiber(function () use ($number) {
            seen("a Fiber of $number");
            unset($_SESSION['user']);
        }))->start();
        seen("request $number ends");
    });
}
Async\suspend();
seen('main');
foreach ([3, 0, 2, 1] as $number) {
    $gates[$number]->complete(null);
    Async\await($requests[$number]);
}
seen('main');
$_GET['page'] = 'set';
Async\await(Async\spawn(function () {
    seen('spawned by main');
    $_GET = [];
    $_SERVER = [];
}));
seen('main');
?>
--EXPECT--
request 1 begins: [{"page":"main"},[],null,null,null]
request 2 begins: [{"page":"main"},[],null,null,null]
request 3 begins: [{"page":"main"},[],null,null,null]
main: [{"page":"main"},[],null,null,null]
request 3 goes on: [{"number":3,"more":true},{"field":3},"\/3",3,{"user":3}]
child of 3: [{"number":3,"more":true},{"field":3},"\/3",3,{"user":3}]
a Fiber of 3: [{"number":3,"more":true},{"field":3},"\/3",3,{"user":3}]
request 3 ends: [{"number":3,"more":true},{"field":3},"\/3",3,[]]
began before: [{"page":"main"},[],null,null,null]
request 2 goes on: [{"number":2,"more":true},{"field":2},"\/2",2,{"user":2}]
child of 2: [{"number":2,"more":true},{"field":2},"\/2",2,{"user":2}]
a Fiber of 2: [{"number":2,"more":true},{"field":2},"\/2",2,{"user":2}]
request 2 ends: [{"number":2,"more":true},{"field":2},"\/2",2,[]]
request 1 goes on: [{"number":1,"more":true},{"field":1},"\/1",1,{"user":1}]
child of 1: [{"number":1,"more":true},{"field":1},"\/1",1,{"user":1}]
a Fiber of 1: [{"number":1,"more":true},{"field":1},"\/1",1,{"user":1}]
request 1 ends: [{"number":1,"more":true},{"field":1},"\/1",1,[]]
main: [{"page":"main"},[],null,null,null]
spawned by main: [{"page":"set"},[],null,null,null]
main: [{"page":"set"},[],null,null,null]

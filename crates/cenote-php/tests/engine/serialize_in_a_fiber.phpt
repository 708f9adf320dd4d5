--TEST--
SPEC 30.10, 30.11: each side of a Fiber's switch keeps what its serialize() or unserialize() has seen so far
--FILE--
<?php
use function Async\{spawn, await};

class User {}
$text = fn(string $name) => 'a:3:{i:0;O:8:"stdClass":1:{s:4:"name";s:3:"' . $name . '";}i:1;O:4:"User":1:{s:3:"old";i:1;}i:2;r:2;}';
$run = function () use ($text) {
    set_error_handler(function () {
        Fiber::getCurrent() && Fiber::suspend();
        return true;
    });
    $fiber = new Fiber(fn() => unserialize($text('ann')));
    $fiber->start();
    echo json_encode(unserialize('a:2:{i:0;O:8:"stdClass":1:{s:4:"name";s:3:"bob";}i:1;r:2;}')), "\n";
    $fiber->resume();
    echo json_encode($fiber->getReturn()), "\n";
};
$run();
await(spawn($run));
?>
--EXPECT--
[{"name":"bob"},{"name":"bob"}]
[{"name":"ann"},{"old":1},{"name":"ann"}]
[{"name":"bob"},{"name":"bob"}]
[{"name":"ann"},{"old":1},{"name":"ann"}]

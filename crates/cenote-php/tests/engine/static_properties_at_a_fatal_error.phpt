--TEST--
SPEC 30.17, 30.8: after a fatal error in a coroutine the shutdown functions see the static properties as the main flow left them
--SKIPIF--
<?php if (getenv('USE_ZEND_ALLOC') === '0') die('skip the memory limit needs the engine\'s own allocator'); ?>
--FILE--
<?php
require __DIR__ . '/../pool/helpers.inc';

use function Async\{await, make_coroutine_local, spawn, suspend};

final class Current
{
    public static ?object $user = null;
}

make_coroutine_local(Current::class, 'user');
Current::$user = (object) ['name' => 'main'];
register_shutdown_function(function () {
    line('at the end:', Current::$user?->name);
});
spawn(function () {
    Current::$user = (object) ['name' => 'parked'];
    suspend();
    suspend();
    line('never');
});
await(spawn(function () {
    Current::$user = (object) ['name' => 'fatal'];
    suspend();
    ini_set('memory_limit', '8M');
    str_repeat('x', 32 << 20);
}));
--EXPECTF--

Fatal error: Allowed memory size of 8388608 bytes exhausted%s
at the end: main

--TEST--
SPEC 26.8, 30.12: while a registered function runs on a shared-cache database no other coroutine runs; on a file it may switch
--FILE--
<?php
use function Async\{await, delay, spawn};
require __DIR__ . '/helpers.inc';
foreach (['shared cache' => 'file:cenote_switch?mode=memory&cache=shared', 'file' => database()] as $name => $path) {
    $pdo = pool(2, $path);
    $order = [];
    $pdo->sqliteCreateFunction('pause', function () use (&$order) {
        $order[] = 'enter';
        delay(20);
        $order[] = 'leave';
        return 1;
    });
    $a = spawn(fn() => value($pdo, 'SELECT pause()'));
    $b = spawn(function () use (&$order) {
        $order[] = 'other';
    });
    await($a);
    await($b);
    say($name, $order);
}
echo "done\n";
--EXPECT--
shared cache: ["enter","leave","other"]
file: ["enter","other","leave"]
done

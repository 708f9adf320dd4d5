<?php
// Coroutines and Async\Pool where PDO is not loaded.
declare(strict_types=1);

$pool = new Async\Pool(factory: fn() => new stdClass(), max: 1);
foreach ([1, 2] as $number) {
    Async\spawn(function () use ($pool, $number) {
        $resource = $pool->acquire();
        Async\suspend();
        echo $number, "\n";
        $pool->release($resource);
    });
}
Async\delay(1);
echo class_exists('PDO', false) ? "PDO is loaded\n" : "done\n";

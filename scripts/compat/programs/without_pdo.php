<?php
// Coroutines and Async\Pool where PDO is not loaded.
declare(strict_types=1);

$pool = new Async\Pool(factory: fn() => new stdClass(), max: 1);
foreach ([1, 2] as $number) {
    $coroutines[] = Async\spawn(function () use ($pool, $number) {
        $resource = $pool->acquire();
        Async\suspend();
        echo $number, "\n";
        $pool->release($resource);
    });
}
array_map(Async\await(...), $coroutines);
echo class_exists('PDO', false) ? "PDO is loaded\n" : "done\n";

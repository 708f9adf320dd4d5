--TEST--
SPEC 3.4: true, false and null, of which the engine writes nothing but the type, are resources like others
--FILE--
<?php
use Async\Pool;

foreach ([true, false, null] as $value) {
    // What the function returns is put where other values have been, or none.
    $pool = new Pool(factory: fn () => $value === null ? null : $value === true, max: 3);
    $taken = fn (int $n) => $n === 0 ? [] : array_map(fn () => $pool->acquire(), range(1, $n));
    foreach ([1, 3, 2] as $n) {
        $resources = $taken($n);
        echo json_encode($resources), $pool->activeCount();
        array_walk($resources, fn (mixed $resource) => $pool->release($resource));
        echo $pool->activeCount(), $pool->idleCount(), ' ';
    }
    $pool->release($pool->acquire());
    echo $pool->activeCount(), "\n";
}
?>
--EXPECT--
[true]101 [true,true,true]303 [true,true]203 0
[false]101 [false,false,false]303 [false,false]203 0
[null]101 [null,null,null]303 [null,null]203 0

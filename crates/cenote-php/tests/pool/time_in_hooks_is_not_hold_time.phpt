--TEST--
SPEC 9.8, 11.4: a resource that waits in a hook is not held, and one that a hook rejects was not acquired
--FILE--
<?php
$wait = fn () => Async\delay(60) ?? true;
$pool = new Async\Pool(factory: fn () => new stdClass, beforeAcquire: $wait, beforeRelease: $wait, min: 1, max: 1);
Async\await(Async\spawn(function () use ($pool) {
    for ($i = 0; $i < 2; $i++) {
        $pool->release($pool->acquire());
    }
}));
$stats = $pool->stats();
echo $stats['acquires'], ' acquires, held for ', $stats['holdMax'] < 40 ? 'next to nothing' : "$stats[holdMax] ms", "\n";

$answers = [false, true];
$pool = new Async\Pool(
    factory: fn () => new stdClass,
    beforeAcquire: function () use (&$answers) { return array_shift($answers); },
    min: 2,
    max: 2,
);
$pool->release($pool->acquire());
$stats = $pool->stats();
echo "$stats[acquires] acquires, $stats[rejected] rejected\n";
?>
done
--EXPECT--
2 acquires, held for next to nothing
1 acquires, 1 rejected
done

--TEST--
SPEC 9.8, 11.4: a resource that waits in a hook is not held, and one that a hook rejects was not acquired
--FILE--
<?php
$wait = fn () => Async\delay(60) ?? true;
// A stall of the machine is hold time too: the least of some times counts.
for ($attempt = 0, $held = INF; $attempt < 20 && $held >= 40; $attempt++) {
    $pool = new Async\Pool(factory: fn () => new stdClass, beforeAcquire: $wait, beforeRelease: $wait, min: 1, max: 1);
    Async\await(Async\spawn(function () use ($pool) {
        for ($i = 0; $i < 2; $i++) {
            $pool->release($pool->acquire());
        }
    }));
    $stats = $pool->stats();
    $held = min($held, $stats['holdMax']);
}
echo $stats['acquires'], ' acquires, held for ', $held < 40 ? 'next to nothing' : "$held ms", "\n";

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

--TEST--
SPEC 13.2, 13.10: a round whose resources age faster than they are made holds nobody up and hides no deadlock, and the script ends
--FILE--
<?php set_exception_handler(fn ($e) => print(get_class($e) . "\n"));
use function Async\{spawn, await, suspend, delay};

$made = 0;
$pool = new Async\Pool(
    function () use (&$made) {
        for ($until = hrtime(true) + 1_500_000; hrtime(true) < $until;);
        return new stdClass();
    },
    min: 2,
    max: 4,
    healthcheckInterval: 1,
    maxLifetime: 1,
);
$turns = 0;
await(spawn(function () use (&$turns) {
    for (; $turns < 20; $turns++) {
        delay(1);
    }
}));
echo "$turns turns\n";
try {
    (new Async\Channel())->recv();
} catch (Async\AsyncCancellation) {
    echo "deadlock seen\n";
}
spawn(fn() => delay(5));
echo "done\n";
?>
--EXPECT--
20 turns
deadlock seen
done
Async\DeadlockError

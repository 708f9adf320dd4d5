--TEST--
SPEC 30.11: an exception in flight while a finally block suspends belongs to its coroutine
--FILE--
<?php
use function Async\{spawn, await, suspend};

$work = function (string $name, int $turns) {
    try {
        try {
            throw new RuntimeException($name);
        } finally {
            while ($turns--) {
                suspend();
            }
            try {
                throw new LogicException("inner $name");
            } catch (LogicException $e) {
                suspend();
                echo $e->getMessage(), "\n";
            }
        }
    } catch (RuntimeException $e) {
        suspend();
        echo 'caught ', $e->getMessage(), ', previous: ', $e->getPrevious()?->getMessage() ?? 'none', "\n";
        throw $e;
    }
};
$all = [spawn($work, 'a', 3), spawn($work, 'b', 1), spawn($work, 'c', 2)];
foreach ($all as $c) {
    try {
        await($c);
    } catch (RuntimeException $e) {
        echo 'awaited ', $e->getMessage(), "\n";
    }
}
echo "done\n";
?>
--EXPECT--
inner b
caught b, previous: none
inner c
inner a
caught c, previous: none
caught a, previous: none
awaited a
awaited b
awaited c
done

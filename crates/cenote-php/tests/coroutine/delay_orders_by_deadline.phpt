--TEST--
SPEC 30: delay() sets a timer; the earlier deadline runs first
--FILE--
<?php
use function Async\{spawn, await, delay};

// Anew if the machine stood still while the timers were set: then those that were set first may be due first.
do {
    $order = $all = $begun = [];
    foreach ([60, 20, 40, 80, 1] as $ms) {
        $all[] = spawn(function () use ($ms, &$order, &$begun) {
            $begun[] = $start = hrtime(true);
            delay($ms);
            $order[] = $ms;
            return (hrtime(true) - $start) / 1e6 >= $ms - 0.5;
        });
    }
    spawn(function () use (&$begun) {
        $begun[] = hrtime(true); // all timers are set
    });
    foreach ($all as $c) {
        if (!await($c)) {
            echo "woken too early\n";
        }
    }
} while (max($begun) - min($begun) > 15e6);
echo implode(' ', $order), "\n";
echo "done\n";
?>
--EXPECT--
1 20 40 60 80
done

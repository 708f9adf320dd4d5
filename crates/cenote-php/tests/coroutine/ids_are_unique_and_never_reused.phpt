--TEST--
SPEC 30.4, 34.9: getId() is unique for the life of the process and never reused, main flow included
--FILE--
<?php
use function Async\{spawn, await, suspend, current_coroutine};

$seen = [current_coroutine()->getId() => true];
for ($i = 0; $i < 2000; $i++) {
    $c = spawn(function () { return current_coroutine()->getId(); });
    $id = $c->getId();
    if (isset($seen[$id])) {
        echo "reused: $id\n";
        break;
    }
    $seen[$id] = true;
    if ($i % 2) {
        if (await($c) !== $id || $c->getId() !== $id) {
            echo "the id has changed\n";
        }
    } else {
        $c->cancel();
    }
    unset($c); // its object and stack may now serve the next one
    if ($i % 100 == 0) {
        suspend();
    }
}
var_dump(count($seen));
echo "done\n";
?>
--EXPECT--
int(2001)
done

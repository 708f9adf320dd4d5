--TEST--
SPEC 30.5: after the end of the main script the queue runs until nothing is left
--FILE--
<?php
use function Async\{spawn, suspend, delay, await};

spawn(function () {
    echo "spawned\n";
    suspend();
    delay(20);
    echo "after a timer\n";
    spawn(function () {
        while (!isset($GLOBALS['last_but_one'])) {
            delay(5);
        }
        echo "grandchild\n";
        $GLOBALS['grandchild'] = true;
    });
    await(spawn(fn() => suspend()));
    echo "last but one\n";
    $GLOBALS['last_but_one'] = true;
    while (!isset($GLOBALS['grandchild'])) {
        delay(5);
    }
    echo "done\n";
});
echo "main ends\n";
?>
--EXPECT--
main ends
spawned
after a timer
last but one
grandchild
done

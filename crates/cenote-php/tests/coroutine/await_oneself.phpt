--TEST--
SPEC 2.3: awaiting oneself throws Error
--FILE--
<?php
use function Async\{spawn, await, current_coroutine};

$c = spawn(function () {
    try {
        await(current_coroutine());
    } catch (Error $e) {
        echo get_class($e), "\n";
    }
    return 'went on';
});
echo await($c), "\n";
try {
    await(current_coroutine());
} catch (Error $e) {
    echo 'main: ', get_class($e), "\n";
}
echo "done\n";
?>
--EXPECT--
Error
went on
main: Error
done

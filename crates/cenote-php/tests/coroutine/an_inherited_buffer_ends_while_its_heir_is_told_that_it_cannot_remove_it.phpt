--TEST--
SPEC 30.11, 47.1: an inherited buffer that ends while the heir's error handler waits inside ob_end_clean() does no harm
--FILE--
<?php
use function Async\{await, spawn, suspend};

$told = 0;
set_error_handler(function () use (&$told) {
    $told++;
    suspend();
    return true;
});
foreach (['ob_get_clean', 'ob_end_clean', 'ob_get_flush', 'ob_end_flush'] as $function) {
    ob_start();
    $heir = spawn(function () use ($function) {
        $function();
        echo "$function is over, ";
        ob_start();
        echo 'own buffers work';
        return ob_get_clean();
    });
    suspend(); // the heir is inside the function now
    ob_end_flush();
    echo await($heir), "\n";
}
echo "told $told times, level ", ob_get_level(), "\n";
echo "done\n";
?>
--EXPECT--
ob_get_clean is over, own buffers work
ob_end_clean is over, own buffers work
ob_get_flush is over, own buffers work
ob_end_flush is over, own buffers work
told 3 times, level 0
done

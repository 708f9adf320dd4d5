--TEST--
SPEC 44.2, 30.11: each worker begins with the caller's output buffer and error_reporting, whatever a callback has open where it waits
--FILE--
<?php
use function Async\{delay, iterate};

$all = error_reporting();
ob_start();
iterate([1, 2, 3], function ($v) use ($all) {
    ob_start();
    echo "own $v";
    @delay(1);
    $own = ob_get_clean();
    echo "[$own ", error_reporting() === $all ? 'all' : error_reporting(), ']';
});
echo strtoupper(ob_get_clean()), "\n";
?>
--EXPECT--
[OWN 1 ALL][OWN 2 ALL][OWN 3 ALL]

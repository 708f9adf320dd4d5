--TEST--
SPEC 29.1: an object that another coroutine drops while a method of the driver waits for a connection lives until the call ends
--FILE--
<?php
require __DIR__ . '/helpers.inc';

use function Async\{spawn, suspend};

$pdo = pool(1, database(TABLE));
spawn(function () {
    $held = $GLOBALS['pdo']->query('SELECT 1');
    suspend();
    unset($GLOBALS['pdo']);
    $held = null;
});
suspend();
// The name is new, and the only connection is in use; the variable that holds the object is gone before it is free.
say('registered', $pdo->sqliteCreateCollation('reverse', fn($a, $b) => strcmp($b, $a)));
say('left', isset($pdo));
echo "done\n";
?>
--EXPECT--
registered: true
left: false
done

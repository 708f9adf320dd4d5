--TEST--
SPEC 30.12, 30.13: from PHP 8.4 on I/O and sleeps in a destructor let others run
--SKIPIF--
<?php
require __DIR__ . '/skip.inc';
if (PHP_VERSION_ID < 80400) die('skip destructors may switch from PHP 8.4 on');
?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
use function Async\{await, delay, spawn};

class Sleeper
{
    public function __destruct()
    {
        echo "destructor begins\n";
        usleep(20_000);
        echo clients()['mysqli']()(20)[0], "\n";
        echo "destructor ends\n";
    }
}
$other = spawn(function (): void {
    delay(0);
    echo "another one\n";
});
await(spawn(function (): void {
    $sleeper = new Sleeper();
    unset($sleeper);
}));
await($other);
echo "done\n";
?>
--EXPECT--
destructor begins
another one
0
destructor ends
done

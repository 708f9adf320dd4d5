--TEST--
SPEC 30.12: I/O and sleeps in destructors block as on stock PHP, and work
--SKIPIF--
<?php
require __DIR__ . "/skip.inc";
if (PHP_VERSION_ID >= 80400) die("skip destructors may switch from PHP 8.4 on");
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
0
destructor ends
another one
done

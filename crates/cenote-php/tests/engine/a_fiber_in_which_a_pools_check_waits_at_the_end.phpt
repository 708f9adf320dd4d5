--TEST--
SPEC 13.10, 30.8: a Fiber in which a background check of a pool still waits at the end is unwound with the check, and never resumed by the engine
--FILE--
<?php
use Async\{Channel, Pool};
use function Async\{delay, protect};

final class Told
{
    public function __destruct()
    {
        echo "object destroyed\n";
    }
}

$never = new Channel();
$waits = false;
$healthcheck = function () use ($never, &$waits) {
    $inner = new Fiber(function () use ($never, &$waits) {
        $told = new Told();
        try {
            echo "waits\n";
            $waits = true;
            $never->recv();
        } catch (Throwable $e) {
            echo 'caught ', $e::class, "\n";
        } finally {
            echo "finally\n";
        }
    });
    $outer = new Fiber(fn() => $inner->start());
    $outer->start();
    echo "not reached\n";
};
$pool = new Pool(
    fn() => new stdClass(),
    healthcheck: $healthcheck,
    min: 1,
    max: 1,
    healthcheckInterval: 1,
);
while (!$waits) {
    delay(1);
}
echo "main ends\n"; // the engine's last look at all objects comes after this
?>
--EXPECT--
waits
main ends
finally
object destroyed

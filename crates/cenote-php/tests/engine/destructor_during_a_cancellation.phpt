--TEST--
SPEC 30.12: destructors that run while a cancellation unwinds see it undisturbed
--FILE--
<?php
use function Async\{spawn, await, suspend, delay};
use Async\{Future, FutureState};

class Cleanup
{
    public function __destruct()
    {
        try {
            (new Async\Channel)->recv();
        } catch (Throwable) {
            echo "cleanup refused to wait\n";
        }
        spawn(function () { echo "cleanup in the background\n"; });
    }
}
$c = spawn(function () {
    $o = new Cleanup;
    delay(60000);
});
suspend();
$c->cancel(new Async\AsyncCancellation('the original'));
try {
    await($c);
} catch (Async\AsyncCancellation $e) {
    echo $e->getMessage(), ' ', $e->getPrevious() === null ? 'alone' : 'with previous', "\n";
}
suspend();
suspend();
echo "done\n";
?>
--EXPECTREGEX--
cleanup refused to wait
(the original alone
cleanup in the background|cleanup in the background
the original alone)
done
--SKIPIF--
<?php if (PHP_VERSION_ID >= 80400) die('skip destructors may switch from PHP 8.4 on'); ?>

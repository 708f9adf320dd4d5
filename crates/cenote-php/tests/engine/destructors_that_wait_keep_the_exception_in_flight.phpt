--TEST--
SPEC 30.11, 30.12: a destructor that waits while an exception or a cancellation unwinds leaves it to its own coroutine
--SKIPIF--
<?php if (PHP_VERSION_ID < 80400) die('skip destructors may switch from PHP 8.4 on'); ?>
--FILE--
<?php
use function Async\{spawn, await, suspend, delay};

class Waits
{
    public function __construct(private string $name) {}
    public function __destruct()
    {
        suspend();
        delay(1);
        echo "$this->name waited\n";
    }
}
$fails = fn(string $name) => spawn(function () use ($name) {
    $o = new Waits($name);
    suspend();
    throw new RuntimeException("thrown by $name");
});
foreach ([$fails('first'), $fails('second')] as $c) {
    try {
        await($c);
    } catch (RuntimeException $e) {
        echo $e->getMessage(), ', ', $e->getPrevious() === null ? 'alone' : 'with previous', "\n";
    }
}
$c = spawn(function () {
    $o = new Waits('cancelled');
    delay(60000);
});
suspend();
$c->cancel(new Async\AsyncCancellation('the original'));
try {
    await($c);
} catch (Async\AsyncCancellation $e) {
    echo $e->getMessage(), ', ', $e->getPrevious() === null ? 'alone' : 'with previous', "\n";
}
$c = spawn(function () {
    $o = new class {
        public function __destruct()
        {
            echo "waits\n";
            delay(60000);
        }
    };
    unset($o);
});
suspend();
$c->cancel(new Async\AsyncCancellation('in the destructor'));
try {
    await($c);
} catch (Async\AsyncCancellation $e) {
    echo $e->getMessage(), "\n";
}
echo "done\n";
?>
--EXPECT--
first waited
second waited
thrown by first, alone
thrown by second, alone
cancelled waited
the original, alone
waits
in the destructor
done
